import { createHash } from 'node:crypto';
import { type Log, PlumblineError } from '../../review/index.js';
import type { Acquisitions } from './acquisitions.js';
import { GRAPHQL_ROUTE, type ReadFromGithub } from './read-from-github.js';
import { type FilesAnswer, filesAnswer, type TreeEntryAnswer } from './vendor-answers.js';

/** Files of one query. GitHub answers a query within 10 seconds or not at all. */
export const FILES_PER_QUERY = 100;
const LINK_MODE = 0o120000;

export type FilePlace = { readonly commitSha: string; readonly path: string };

/** What stands at a place, from a query for many. */
export type FoundFile =
  /** The very bytes of the blob: their digest was compared. Of a link, the name of what it points to. */
  | {
      readonly kind: 'text';
      readonly blob: string;
      readonly text: string;
      readonly sizeBytes: number;
      readonly isLink: boolean;
    }
  /** `isProven`: a NUL was seen. Otherwise it is GitHub's guess, which the first bytes of a text can mislead. */
  | { readonly kind: 'binary'; readonly blob: string; readonly isProven: boolean }
  /** Text of which GitHub gives only the beginning. */
  | { readonly kind: 'cut'; readonly sizeBytes: number }
  /** A folder, a submodule. */
  | { readonly kind: 'no_file' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable' };

export type ManyFilesParts = {
  readonly readFromGithub: ReadFromGithub;
  readonly acquisitions: Acquisitions;
  readonly log: Log;
};

/**
 * Read many files of commits with few requests, each counted before it goes out. Answers one for one, in order; what
 * cannot be had is `unreadable`. Rejects only with the signal's reason.
 */
export async function readManyFiles(
  parts: ManyFilesParts,
  places: readonly FilePlace[],
  signal: AbortSignal,
): Promise<{ readonly files: readonly FoundFile[]; readonly isSpent: boolean }> {
  const files: FoundFile[] = [];
  let isSpent = false;
  for (let at = 0; at < places.length; at += FILES_PER_QUERY) {
    const batch = places.slice(at, at + FILES_PER_QUERY);
    isSpent ||= !parts.acquisitions.take();
    const answer = isSpent ? null : await ask(parts, batch, signal);
    files.push(...batch.map((place) => toFoundFile(answer, aliasesOf(batch, place))));
  }
  return { files, isSpent };
}

async function ask(
  parts: ManyFilesParts,
  batch: readonly FilePlace[],
  signal: AbortSignal,
): Promise<FilesAnswer | null> {
  try {
    const read = { route: GRAPHQL_ROUTE, parameters: toQuery(batch), schema: filesAnswer } as const;
    const answer = await parts.readFromGithub(read, signal);
    if (answer.kind === 'found') return answer.body;
    parts.log.warn({ kind: answer.kind }, 'files-unreadable');
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    parts.log.warn({ code: error.code }, 'files-unreadable');
  }
  return null;
}

const ENTRY = 'fragment Entry on TreeEntry{mode type object{...on Blob{oid byteSize isBinary isTruncated text}}}';

/** Paths travel as variables, so that no path can be read as a part of the query. */
function toQuery(batch: readonly FilePlace[]) {
  const commits = commitsOf(batch);
  const declared = [
    ...commits.map((_, index) => `$c${index}:GitObjectID!`),
    ...batch.map((_, at) => `$p${at}:String!`),
  ];
  const objects = commits.map((commitSha, index) => {
    const wanted = batch.flatMap((place, at) =>
      place.commitSha === commitSha ? [`f${at}:file(path:$p${at}){...Entry}`] : [],
    );
    return `c${index}:object(oid:$c${index}){...on Commit{${wanted.join(' ')}}}`;
  });
  const variables = Object.fromEntries([
    ...commits.map((commitSha, index) => [`c${index}`, commitSha]),
    ...batch.map(({ path }, at) => [`p${at}`, path]),
  ]);
  const wanted = `repository(owner:$owner,name:$repo){${objects.join(' ')}}`;
  return { query: `query($owner:String!,$repo:String!,${declared.join(',')}){${wanted}} ${ENTRY}`, variables };
}

function commitsOf(batch: readonly FilePlace[]): readonly string[] {
  return [...new Set(batch.map(({ commitSha }) => commitSha))];
}

type Aliases = { readonly commit: string; readonly file: string };

function aliasesOf(batch: readonly FilePlace[], place: FilePlace): Aliases {
  return { commit: `c${commitsOf(batch).indexOf(place.commitSha)}`, file: `f${batch.indexOf(place)}` };
}

/** What does not exist is null, with or without an error that says so. */
function toFoundFile(answer: FilesAnswer | null, { commit, file }: Aliases): FoundFile {
  const entry = answer?.data?.repository?.[commit]?.[file];
  if (entry === undefined) return { kind: 'unreadable' };
  if (entry !== null) return fromEntry(entry);
  const error = answer?.errors?.find(({ path }) => path?.includes(commit) && path.includes(file));
  return { kind: error === undefined || error.type === 'NOT_FOUND' ? 'absent' : 'unreadable' };
}

function fromEntry({ mode, type, object }: TreeEntryAnswer): FoundFile {
  if (type !== 'blob') return { kind: 'no_file' };
  const { oid, byteSize, isBinary, isTruncated, text } = object ?? {};
  if (oid == null || byteSize == null) return { kind: 'unreadable' };
  if (isBinary === true) return { kind: 'binary', blob: oid, isProven: false };
  if (isTruncated === true) return { kind: 'cut', sizeBytes: byteSize };
  // Bytes that are no UTF-8 arrive as other characters: what was not sent whole is not taken for the file.
  if (text == null || !isBlob(oid, text)) return { kind: 'unreadable' };
  if (text.includes('\0')) return { kind: 'binary', blob: oid, isProven: true };
  return { kind: 'text', blob: oid, text, sizeBytes: byteSize, isLink: mode === LINK_MODE };
}

function isBlob(oid: string, text: string): boolean {
  const bytes = Buffer.from(text, 'utf8');
  const hash = createHash(oid.length === 40 ? 'sha1' : 'sha256').update(`blob ${bytes.length}\0`);
  return hash.update(bytes).digest('hex') === oid;
}
