import type { SourceFile } from '../src/review/index.js';
import { createDice, type Dice, LANGUAGES, type Language, noun, pick, verb } from './code-text.js';

export type GeneratedFile = {
  readonly path: string;
  /** Null: the change adds the file. */
  readonly base: string | null;
  readonly head: string;
  /** From the first `@@`, without a file header. */
  readonly patch: string;
  readonly additions: number;
  readonly deletions: number;
};

export type Shape =
  /** Ordinary work: a few places changed in each of some hundred lines, now and then a new file. */
  | { readonly kind: 'files'; readonly count: number }
  /** A few very large new files. */
  | { readonly kind: 'bulk'; readonly count: number; readonly bytesEach: number };

const CONTEXT_LINES = 3;
const ADDED_FILE_ONE_IN = 8;

/** Make the files of a change one by one: the same for the same shape, on every machine. */
export function* generateFiles(shape: Shape): Generator<GeneratedFile> {
  for (let index = 0; index < shape.count; index += 1) {
    const dice = createDice(index + 1);
    const language = LANGUAGES[index % LANGUAGES.length] as Language;
    const path = pathOf(dice, index, language);
    if (shape.kind === 'bulk') yield addedFile(path, linesOf(dice, language, shape.bytesEach));
    else if (index % ADDED_FILE_ONE_IN === ADDED_FILE_ONE_IN - 1)
      yield addedFile(path, linesOf(dice, language, 800 + dice(4_000)));
    else yield modifiedFile(path, linesOf(dice, language, 2_000 + dice(9_000)), dice, language);
  }
}

/** As a source of changes lists it. */
export function toSourceFile({ path, base, patch, additions, deletions }: GeneratedFile): SourceFile {
  return {
    path,
    previousPath: null,
    status: base === null ? 'added' : 'modified',
    oldMode: base === null ? null : '100644',
    newMode: '100644',
    oldBlob: null,
    newBlob: null,
    additions,
    deletions,
    patch: { kind: 'text', text: patch },
    isConflicted: false,
    isPathEscaped: false,
  };
}

/** Folders as a large repository has them: some dozen, a few levels deep. The index keeps names apart. */
function pathOf(dice: Dice, index: number, { extension }: Language): string {
  const area = pick(dice, ['services', 'packages', 'apps', 'libs']);
  const layer = pick(dice, ['src', 'src/handlers', 'src/store', 'internal', 'tests']);
  return `${area}/${noun(dice)}/${layer}/${verb(dice)}-${noun(dice)}-${index}.${extension}`;
}

function linesOf(dice: Dice, language: Language, bytes: number): string[] {
  const lines: string[] = [];
  for (let size = 0; size < bytes; ) {
    for (const line of language.block(dice)) {
      lines.push(line);
      size += line.length + 1;
    }
  }
  return lines;
}

const toText = (lines: readonly string[]) => `${lines.join('\n')}\n`;

function addedFile(path: string, lines: readonly string[]): GeneratedFile {
  const head = toText(lines);
  const patch = `@@ -0,0 +1,${lines.length} @@\n+${lines.join('\n+')}`;
  return { path, base: null, head, patch, additions: lines.length, deletions: 0 };
}

type Edit = { readonly at: number; readonly removed: number; readonly added: readonly string[] };

function modifiedFile(path: string, base: readonly string[], dice: Dice, language: Language): GeneratedFile {
  const edits = chooseEdits(base.length, dice, language);
  const head: string[] = [];
  const hunks: string[] = [];
  let kept = 0;
  for (const edit of edits) {
    head.push(...base.slice(kept, edit.at));
    hunks.push(writeHunk(base, edit, head.length));
    head.push(...edit.added);
    kept = edit.at + edit.removed;
  }
  head.push(...base.slice(kept));
  return {
    path,
    base: toText(base),
    head: toText(head),
    patch: hunks.join('\n'),
    additions: edits.reduce((sum, { added }) => sum + added.length, 0),
    deletions: edits.reduce((sum, { removed }) => sum + removed, 0),
  };
}

/** Far enough apart that each is a hunk of its own. */
function chooseEdits(lineCount: number, dice: Dice, language: Language): readonly Edit[] {
  const edits: Edit[] = [];
  for (let at = CONTEXT_LINES + dice(10); at + 8 < lineCount; at += 30 + dice(60)) {
    edits.push({ at, removed: dice(5), added: language.block(dice).slice(0, 1 + dice(10)) });
  }
  return edits;
}

function writeHunk(base: readonly string[], { at, removed, added }: Edit, headLine: number): string {
  const before = base.slice(at - CONTEXT_LINES, at);
  const after = base.slice(at + removed, at + removed + CONTEXT_LINES);
  const around = before.length + after.length;
  const header = `@@ -${at - before.length + 1},${around + removed} +${headLine - before.length + 1},${around + added.length} @@`;
  const mark = (sign: string, lines: readonly string[]) => lines.map((line) => sign + line);
  return [
    header,
    ...mark(' ', before),
    ...mark('-', base.slice(at, at + removed)),
    ...mark('+', added),
    ...mark(' ', after),
  ].join('\n');
}
