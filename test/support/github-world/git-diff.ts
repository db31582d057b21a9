import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git, runGit } from './git-command.js';

/** One changed path between two commits, as git itself computes it. */
export type FileDiff = {
  readonly letter: 'A' | 'D' | 'M' | 'R' | 'C' | 'T';
  readonly path: string;
  readonly previousPath: string | null;
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldSha: string;
  readonly newSha: string;
  readonly additions: number;
  readonly deletions: number;
  readonly isBinary: boolean;
  /** From the first `@@` on; null when there is no hunk. */
  readonly patch: string | null;
};

const COMMON = ['-M', '-l2000', '--no-ext-diff', '--no-textconv', '--no-color', '--submodule=short', '--full-index'];

/** Diff two commits with three lines of context and rename detection. */
export async function diffCommits(gitDir: string, base: string, head: string): Promise<FileDiff[]> {
  const attributes = await attributesOf(gitDir, head);
  const [summary, patches] = await Promise.all([
    git(gitDir, [...attributes, 'diff', '--raw', '--numstat', '--abbrev=40', '-z', ...COMMON, base, head]),
    git(gitDir, [...attributes, 'diff', '-p', '-U3', ...COMMON, base, head]),
  ]);
  const { raws, counts } = parseSummary(summary.toString('utf8'));
  const sections = splitSections(patches.toString('utf8'));
  let next = 0;
  const diffs = raws.map((raw, index): FileDiff => {
    // A change of type stands in the patch as one deletion and one creation.
    const own = sections.slice(next, next + (raw.letter === 'T' ? 2 : 1));
    next += own.length;
    const hunks = own.map(toHunks).filter((part) => part !== null);
    return { ...raw, ...(counts[index] ?? NO_COUNTS), patch: hunks.length === 0 ? null : hunks.join('\n') };
  });
  if (next !== sections.length)
    throw new Error(`patch of ${base}..${head} has ${sections.length} sections, expected ${next}`);
  return diffs;
}

/** The head's own attributes decide what of it is shown, as far as its root says so. A bare repository knows no others. */
async function attributesOf(gitDir: string, head: string): Promise<readonly string[]> {
  const found = await runGit(gitDir, ['cat-file', 'blob', `${head}:.gitattributes`]);
  if (found.exitCode !== 0) return [];
  const folder = join(gitDir, 'attributes');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, head), found.stdout);
  return ['-c', `core.attributesFile=${join(folder, head)}`];
}

type Raw = Omit<FileDiff, 'additions' | 'deletions' | 'isBinary' | 'patch'>;
type Counts = Pick<FileDiff, 'additions' | 'deletions' | 'isBinary'>;
const NO_COUNTS: Counts = { additions: 0, deletions: 0, isBinary: false };

function parseSummary(text: string): { raws: Raw[]; counts: Counts[] } {
  const fields = text.split('\0');
  const raws: Raw[] = [];
  const counts: Counts[] = [];
  let at = 0;
  const take = () => fields[at++] ?? '';
  while (at < fields.length - 1) {
    const field = take();
    if (field.startsWith(':')) raws.push(toRaw(field, take));
    else counts.push(toCounts(field, take));
  }
  return { raws, counts };
}

function toRaw(field: string, take: () => string): Raw {
  const [oldMode = '', newMode = '', oldSha = '', newSha = '', status = ''] = field.slice(1).split(' ');
  const letter = status.slice(0, 1) as Raw['letter'];
  const first = take();
  const hasTwoPaths = letter === 'R' || letter === 'C';
  const path = hasTwoPaths ? take() : first;
  return { letter, path, previousPath: hasTwoPaths ? first : null, oldMode, newMode, oldSha, newSha };
}

function toCounts(field: string, take: () => string): Counts {
  const [added = '0', deleted = '0', path = ''] = field.split('\t');
  if (path === '') {
    take();
    take();
  }
  const isBinary = added === '-';
  return { additions: isBinary ? 0 : Number(added), deletions: isBinary ? 0 : Number(deleted), isBinary };
}

function splitSections(text: string): string[] {
  // Every line of a hunk starts with a blank, a sign or a backslash, so this is always a header.
  return text === '' ? [] : text.split(/^(?=diff --git )/m);
}

function toHunks(section: string): string | null {
  const start = section.search(/^@@ /m);
  return start < 0 ? null : section.slice(start).replace(/\n$/, '');
}
