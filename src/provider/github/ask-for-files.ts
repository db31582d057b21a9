import { type Log, PlumblineError } from '../../review/index.js';
import type { Acquisitions } from './acquisitions.js';
import { type FilePlace, toQuery } from './files-query.js';
import { GRAPHQL_ROUTE, type ReadFromGithub } from './read-from-github.js';
import { type FilesAnswer, filesAnswer } from './vendor-answers.js';

/** So many failed queries one after the other, of fewer and fewer files, did not fail for their size. */
const MAX_FAILURES_IN_A_ROW = 6;
/** What GitHub says of whoever asks, and not of how much was asked for. */
const FINAL_ERRORS: readonly unknown[] = ['RATE_LIMITED', 'FORBIDDEN', 'NOT_FOUND', 'INSUFFICIENT_SCOPES'];

export type ManyFilesParts = {
  readonly readFromGithub: ReadFromGithub;
  readonly acquisitions: Acquisitions;
  readonly log: Log;
};

/**
 * - `answered`: what there is stands in the answer
 * - `failed`: perhaps for its size; fewer files may be answered
 * - `over`: not now, however few files are asked for
 */
export type FilesReply =
  | { readonly kind: 'answered'; readonly answer: FilesAnswer }
  | { readonly kind: 'failed' | 'over' };

/** Ask for the files of one batch with one query, counted before it goes out. Rejects with the signal's reason only. */
export type AskForFiles = (batch: readonly FilePlace[], signal: AbortSignal) => Promise<FilesReply>;

/** `isLarge`: the batch may be asked for in parts, so that a query that failed is not sent again as it is. */
export function createFilesQuestions(
  { acquisitions, log, readFromGithub }: ManyFilesParts,
  isLarge: boolean,
): AskForFiles {
  let failuresInARow = 0;
  return async (batch, signal) => {
    if (failuresInARow >= MAX_FAILURES_IN_A_ROW || !acquisitions.take()) return { kind: 'over' };
    const reply = await ask({ log, readFromGithub }, batch, isLarge, signal);
    failuresInARow = reply.kind === 'answered' ? 0 : failuresInARow + 1;
    return reply;
  };
}

async function ask(
  { log, readFromGithub }: Omit<ManyFilesParts, 'acquisitions'>,
  batch: readonly FilePlace[],
  isLarge: boolean,
  signal: AbortSignal,
): Promise<FilesReply> {
  try {
    const read = { route: GRAPHQL_ROUTE, parameters: toQuery(batch), schema: filesAnswer, isLarge } as const;
    const answer = await readFromGithub(read, signal);
    if (answer.kind === 'found') return toReply(answer.body);
    log.warn({ kind: answer.kind, files: batch.length }, 'files-unreadable');
    return { kind: 'over' };
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    log.warn({ code: error.code, files: batch.length }, 'files-unreadable');
    return { kind: error.code === 'provider_failed' ? 'failed' : 'over' };
  }
}

/** GitHub tells of a query that took too long or too much with status 200. */
function toReply(answer: FilesAnswer): FilesReply {
  const types = (answer.errors ?? []).map(({ type }) => type);
  if (types.includes('RESOURCE_LIMITS_EXCEEDED')) return { kind: 'failed' };
  if (answer.data?.repository != null) return { kind: 'answered', answer };
  return { kind: types.some((type) => FINAL_ERRORS.includes(type)) ? 'over' : 'failed' };
}
