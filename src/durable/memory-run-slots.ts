import pLimit from 'p-limit';
import {
  type Acceptance,
  type RunClaim,
  type RunSlots,
  RunStopped,
  type RunTerms,
  type StopReason,
} from '../review/index.js';
import { createPlaceBook, type Place } from './place-book.js';

/** Runs in this process: at most `concurrency` at once; a newer run of a record stops the older one. After `stopAll` none begins. */
export function createMemoryRunSlots(concurrency: number): RunSlots & { stopAll(stop: StopReason): void } {
  const limit = pLimit(concurrency);
  const book = createPlaceBook();
  let closed: StopReason | null = null;

  async function run<Result>(
    place: Place,
    { headSha }: RunTerms,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const { signal } = place.controller;
    signal.throwIfAborted();
    if (closed !== null) throw new RunStopped(closed);
    supersede(book.others(place), headSha);
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

  function accept(place: Place, terms: RunTerms): Acceptance {
    const stop = place.stops.find(terms.heeds);
    if (stop !== undefined) return { kind: 'stopped', stop };
    if (terms.isNarrowed && book.others(place).some(isFullUnderWay)) return { kind: 'covered' };
    place.terms = terms;
    return { kind: 'accepted', run: (work) => run(place, terms, work) };
  }

  return {
    claim: (record): RunClaim => {
      const place = book.add(record);
      return { accept: (terms) => accept(place, terms), release: () => book.remove(place) };
    },
    stop: (record, reason) => {
      for (const place of book.of(record)) tell(place, reason);
    },
    isFull: () => limit.activeCount >= concurrency,
    stopAll: (reason) => {
      closed = reason;
      for (const place of book.all()) place.controller.abort(new RunStopped(reason));
    },
  };
}

function isFullUnderWay({ controller, terms }: Place): boolean {
  return terms?.isNarrowed === false && !controller.signal.aborted;
}

function tell(place: Place, reason: StopReason): void {
  place.stops.push(reason);
  if (place.terms?.heeds(reason) === true) place.controller.abort(new RunStopped(reason));
}

/** What has not begun yet takes its turn later, but a narrowed run never does before a full one. */
function supersede(others: readonly Place[], headSha: string | null): void {
  for (const { controller, hasBegun, terms } of others) {
    if (hasBegun || terms?.isNarrowed === true) controller.abort(new RunStopped({ kind: 'superseded', headSha }));
  }
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
