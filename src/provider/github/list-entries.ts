import { type Clock, HEAD_WAIT_MS, type Movement, type PinnedTarget } from '../../review/index.js';
import type { Acquisitions } from './acquisitions.js';
import { bodyOf, type ReadFromGithub } from './read-from-github.js';
import { type CheckedTarget, moved, type TargetCheck } from './target-check.js';
import { toFileStatus } from './to-source-file.js';
import { type FileEntry, filePageAnswer } from './vendor-answers.js';

const ROUTE = 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files';
const ENTRIES_PER_PAGE = 100;
/** GitHub lists no more files of a pull request than this. */
const MAX_LISTED_ENTRIES = 3_000;

export type Moved = Extract<Movement, { kind: 'moved' }>;

export type ListedEntries = {
  readonly kind: 'entries';
  readonly entries: readonly FileEntry[];
  /** Null when GitHub does not know it, or says 0 although there are some. */
  readonly changedFiles: number | null;
  /** The listing ended because nothing more may be acquired, or at GitHub's own end. */
  readonly isSpent: boolean;
  readonly isAtGithubsEnd: boolean;
};

export type ListingParts = {
  readonly readFromGithub: ReadFromGithub;
  readonly check: TargetCheck;
  readonly acquisitions: Acquisitions;
  readonly pullRequest: number;
  readonly clock: Clock;
};

/** List the files page by page, each page followed by a check; the first sign of another target ends it. */
export async function listEntries(
  parts: ListingParts,
  target: PinnedTarget,
  signal: AbortSignal,
): Promise<ListedEntries | Moved> {
  const entries: FileEntry[] = [];
  for (let page = 1, changedFiles: number | null = null; ; page += 1) {
    const read = await readCheckedPage(parts, page, target, signal);
    if (read === null) return { kind: 'entries', entries, changedFiles, isSpent: true, isAtGithubsEnd: false };
    if (read.movement.kind === 'moved') return read.movement;
    entries.push(...read.batch);
    changedFiles = knownCount(read.detail.changedFiles, entries.length);
    if (isLastPage(read.batch.length, entries.length, changedFiles)) {
      const isAtGithubsEnd = entries.length >= MAX_LISTED_ENTRIES;
      return { kind: 'entries', entries, changedFiles, isSpent: false, isAtGithubsEnd };
    }
  }
}

/**
 * Read one page and look at the target again. A page that names another head than the one GitHub itself shows is an old
 * listing, as it may be served right after a push: it is waited for like an old head. Null when nothing may be acquired.
 */
async function readCheckedPage(
  parts: ListingParts,
  page: number,
  target: PinnedTarget,
  signal: AbortSignal,
): Promise<(CheckedTarget & { readonly batch: readonly FileEntry[] }) | null> {
  for (let tries = 0; parts.acquisitions.take(); tries += 1) {
    const batch = await readPage(parts, page, signal);
    const checked = await parts.check.afterAcquisition(target, signal);
    const foreignHead = foreignHeadIn(batch, target.headSha);
    if (checked.movement.kind === 'moved' || foreignHead === null) return { ...checked, batch };
    const waitMs = HEAD_WAIT_MS[tries];
    if (waitMs === undefined) return { ...checked, movement: moved('head', target.headSha, foreignHead), batch };
    await parts.clock.sleep(waitMs, signal);
  }
  return null;
}

/** On a huge pull request GitHub may say 0: unknown, not empty. */
function knownCount(changedFiles: number | null, listedLength: number): number | null {
  return changedFiles === 0 && listedLength > 0 ? null : changedFiles;
}

async function readPage(parts: ListingParts, page: number, signal: AbortSignal): Promise<readonly FileEntry[]> {
  const parameters = { pull_number: parts.pullRequest, per_page: ENTRIES_PER_PAGE, page };
  return bodyOf(await parts.readFromGithub({ route: ROUTE, parameters, schema: filePageAnswer }, signal), ROUTE);
}

/** The known count spares the request for an empty page. */
function isLastPage(batchLength: number, listedLength: number, changedFiles: number | null): boolean {
  if (batchLength < ENTRIES_PER_PAGE || listedLength >= MAX_LISTED_ENTRIES) return true;
  return changedFiles !== null && listedLength >= changedFiles;
}

/** The head another entry was computed from, or null. A removed file's address names the base side and says nothing. */
function foreignHeadIn(entries: readonly FileEntry[], headSha: string | null): string | null {
  for (const entry of entries) {
    const ref = toFileStatus(entry.status) === 'deleted' ? null : refOf(entry.contents_url);
    if (ref !== null && ref !== headSha) return ref;
  }
  return null;
}

function refOf(contentsUrl: string | null | undefined): string | null {
  if (contentsUrl == null || !URL.canParse(contentsUrl)) return null;
  return new URL(contentsUrl).searchParams.get('ref');
}
