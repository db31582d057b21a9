import pLimit from 'p-limit';
import {
  type Acceptance,
  type RunClaim,
  type RunSlots,
  RunStopped,
  type RunTerms,
  type StopReason,
} from '../../review/index.js';
import { createPlaceBook, type Place } from './place-book.js';

/**
 * Runs in this process: at most `concurrency` at once; of a record's runs the one claimed last stops the older ones, however late
 * these are accepted. After `stopAll` none begins.
 */
export function createMemoryRunSlots(concurrency: number): RunSlots & {
  stopAll(stop: StopReason): void;
  /** How many run, and how many accepted ones wait. */
  counts(): { readonly running: number; readonly waiting: number };
} {
  const limit = pLimit(concurrency);
  const book = createPlaceBook();
  let closed: StopReason | null = null;

  async function run<Result>(
    place: Place,
    terms: RunTerms,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const { signal } = place.controller;
    signal.throwIfAborted();
    if (closed !== null) throw new RunStopped(closed);
    const newer = book.newer(place).find((other) => takesOver(other, terms));
    if (newer !== undefined) throw new RunStopped(supersededBy(newer));
    supersede(place, book.others(place), terms.headSha);
    place.hasBegun = true;
    const waiting = rejectWhenAborted(signal);
    // A run that has begun is waited for even when it is stopped: it is shown as stopped only when it has stopped.
    return Promise.race([
      limit(async () => {
        signal.throwIfAborted();
        waiting.cancel();
        return work(signal);
      }),
      waiting.promise,
    ]);
  }

  return {
    claim: (record): RunClaim => {
      const place = book.add(record);
      return {
        accept: (terms) =>
          refusalOf(place, terms, book) ?? { kind: 'accepted', run: (work) => run(place, terms, work) },
        release: () => book.remove(place),
      };
    },
    stop: (record, reason, claimedBeforeMs = Number.POSITIVE_INFINITY) =>
      book.of(record).filter((place) => place.claimedAtMs < claimedBeforeMs && isStoppedBy(place, reason)).length,
    counts: () => ({ running: limit.activeCount, waiting: limit.pendingCount }),
    isFull: () => limit.activeCount >= concurrency,
    stopAll: (reason) => {
      closed = reason;
      for (const place of book.all()) place.controller.abort(new RunStopped(reason));
    },
  };
}

/** Why a run does not take place; null when it does, and then its place knows its terms. */
function refusalOf(
  place: Place,
  terms: RunTerms,
  book: ReturnType<typeof createPlaceBook>,
): Exclude<Acceptance, { kind: 'accepted' }> | null {
  const stop = place.stops.find(terms.heeds);
  if (stop !== undefined) return { kind: 'stopped', stop };
  if (book.others(place).some((other) => doesAlready(other, terms))) return { kind: 'joined' };
  const newer = book.newer(place).find((other) => takesOver(other, terms));
  if (newer !== undefined) return { kind: 'stopped', stop: supersededBy(newer) };
  if (terms.isNarrowed && book.others(place).some(isFullUnderWay)) return { kind: 'covered' };
  place.terms = terms;
  return null;
}

function doesAlready({ controller, terms }: Place, { job }: RunTerms): boolean {
  return job !== null && terms?.job === job && !controller.signal.aborted;
}

function isFullUnderWay({ controller, terms }: Place): boolean {
  return terms?.isNarrowed === false && !controller.signal.aborted;
}

function isStoppedBy(place: Place, reason: StopReason): boolean {
  place.stops.push(reason);
  if (place.terms?.heeds(reason) !== true || place.controller.signal.aborted) return false;
  place.controller.abort(new RunStopped(reason));
  return true;
}

/**
 * What was claimed earlier gives way; what has not begun yet does so when its turn comes, but a narrowed run never has its turn
 * before a full one. What was claimed later goes on, except a narrowed run before a full one.
 */
function supersede(place: Place, others: readonly Place[], headSha: string | null): void {
  const isFull = place.terms?.isNarrowed === false;
  for (const { controller, hasBegun, order, terms } of others) {
    const isNarrowed = terms?.isNarrowed === true;
    const isEarlier = order < place.order && (hasBegun || isNarrowed);
    if (isEarlier || (isFull && isNarrowed)) controller.abort(new RunStopped({ kind: 'superseded', headSha }));
  }
}

/** Whether a run that was claimed later has taken over from one with these terms, or has already been completed. */
function takesOver({ controller, terms }: Place, { isNarrowed }: RunTerms): boolean {
  return terms !== null && !controller.signal.aborted && (isNarrowed || !terms.isNarrowed);
}

function supersededBy({ terms }: Place): StopReason {
  return { kind: 'superseded', headSha: terms?.headSha ?? null };
}

function rejectWhenAborted(signal: AbortSignal): { readonly promise: Promise<never>; readonly cancel: () => void } {
  let cancel: () => void = () => {};
  const promise = new Promise<never>((_resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    cancel = () => signal.removeEventListener('abort', onAbort);
  });
  return { promise, cancel };
}
