import type { ChangedFile } from '../../model/changed-file.js';
import type { PreparedTarget } from '../../model/prepared-target.js';
import { quoteName } from '../fence.js';
import type { PageDesk } from '../page-desk.js';
import type { Section } from './section.js';

/** Of a target with thousands of files not every row is worth its tokens; the rest is counted by state. */
const MAX_TABLE_CHARS = 6_000;

type Row = { readonly text: string; readonly state: 'shown' | 'not shown' | 'excluded' };

/**
 * Count the files that stand below in full, and write a row for each other one with its state, so that a file that is not shown
 * is never taken for one that is missing.
 */
export function fileTableSection(prepared: PreparedTarget, desk: PageDesk): Section {
  const rows = inServingOrder(prepared).map((file) => writeRow(file, prepared, desk));
  const others = rows.filter(({ state }) => state !== 'shown');
  const count = fits(others);
  const intro = `# All changed files
${rows.length - others.length} of ${rows.length} stand below in full.`;
  if (others.length === 0) return { intro, material: null };
  const text = [...others.slice(0, count).map((row) => row.text), ...countRest(others.slice(count))].join('\n');
  return {
    intro: `${intro} The others: path, what happened to it, lines added and removed, what it is, state.`,
    material: { label: 'files', text },
  };
}

function fits(rows: readonly Row[]): number {
  let chars = 0;
  const firstBeyond = rows.findIndex((row) => {
    chars += row.text.length + 1;
    return chars > MAX_TABLE_CHARS;
  });
  return firstBeyond === -1 ? rows.length : firstBeyond;
}

function inServingOrder({ evidence, servingOrder }: PreparedTarget): readonly ChangedFile[] {
  const files = new Map(evidence.files.map((file) => [file.path, file]));
  const served = servingOrder.flatMap((path) => files.get(path) ?? []);
  const isServed = new Set(served);
  return [...served, ...evidence.files.filter((file) => !isServed.has(file))];
}

function writeRow(file: ChangedFile, prepared: PreparedTarget, desk: PageDesk): Row {
  const old = file.previousPath === null ? '' : ` from ${quoteName(file.previousPath)}`;
  const packed = prepared.pack.files.entries.find(({ path }) => path === file.path);
  const tags = packed === undefined || packed.tags.length === 0 ? '' : ` [${packed.tags.join(' ')}]`;
  const { state, words } = stateOf(file, desk);
  const hunks = state === 'not shown' ? rangesOf(packed?.hunks.entries ?? []) : '';
  return {
    state,
    text: `${quoteName(file.path)} ${file.status}${old} +${file.additions} -${file.deletions}${tags} ${words}${hunks}`,
  };
}

function stateOf(file: ChangedFile, desk: PageDesk): { state: Row['state']; words: string } {
  if (file.exclusion !== null) return { state: 'excluded', words: `excluded: ${file.exclusion.reason}` };
  const pages = Array.from({ length: file.pages }, (_none, index) => ({ path: file.path, index }));
  const unread = pages.filter((page) => !desk.has(page));
  const next = unread[0];
  if (next === undefined) return { state: 'shown', words: 'shown' };
  const cursors = unread.map((page) => `"${desk.cursorOf(page)}"`).join(', ');
  if (unread.length < pages.length) {
    return {
      state: 'not shown',
      words: `${pages.length - unread.length} of ${pages.length} pages shown, cursors of the rest: ${cursors}`,
    };
  }
  return { state: 'not shown', words: `not shown, ${pages.length === 1 ? '1 page' : `${pages.length} pages`}` };
}

function rangesOf(hunks: readonly { readonly newStart: number; readonly newCount: number }[]): string {
  if (hunks.length === 0) return '';
  return `, lines ${hunks.map(({ newStart, newCount }) => `${newStart}-${newStart + Math.max(0, newCount - 1)}`).join(' ')}`;
}

function countRest(rows: readonly Row[]): readonly string[] {
  if (rows.length === 0) return [];
  const count = (state: Row['state']) => rows.filter((row) => row.state === state).length;
  return [`and ${rows.length} more files: ${count('not shown')} not shown, ${count('excluded')} excluded`];
}
