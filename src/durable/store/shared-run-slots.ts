import type { RunClaim, RunSlots, StopReason } from '../../review/index.js';

/** A stop as it travels between processes, for what was claimed before it was. */
type Stop = { readonly record: string; readonly stop: StopReason; readonly claimedAtMs: number };

type Ring = (message: string) => Promise<void>;

/**
 * The places of this process, which others of the same database know of: a run that begins here stops one of its record that runs
 * there, and a stop that comes here reaches it. Whoever misses it finds in the record that it was overtaken.
 */
export function shareRunSlots<Slots extends RunSlots>(slots: Slots, ring: Ring): Slots {
  const tell = (stop: Stop) => ring(JSON.stringify(stop));
  return {
    ...slots,
    claim: (record) => {
      const claimedAtMs = Date.now();
      return shareClaim(slots.claim(record), (stop) => tell({ record, stop, claimedAtMs }));
    },
    stop: (record, stop, claimedBeforeMs) => {
      void tell({ record, stop, claimedAtMs: claimedBeforeMs ?? Date.now() });
      return slots.stop(record, stop, claimedBeforeMs);
    },
  };
}

function shareClaim(claim: RunClaim, tell: (stop: StopReason) => Promise<void>): RunClaim {
  return {
    release: claim.release,
    accept: (terms) => {
      const acceptance = claim.accept(terms);
      if (acceptance.kind !== 'accepted') return acceptance;
      return {
        kind: 'accepted',
        run: (work) =>
          acceptance.run(async (signal) => {
            // A narrowed run must not end a full one elsewhere: who of the two goes on is settled by the record.
            if (!terms.isNarrowed) await tell({ kind: 'superseded', headSha: terms.headSha });
            return work(signal);
          }),
      };
    },
  };
}

/** Stop here what another process has rung for. What is no stop is left alone. */
export function hearStops(slots: RunSlots): (message: string) => void {
  return (message) => {
    const heard = read(message);
    if (heard !== null) slots.stop(heard.record, heard.stop, heard.claimedAtMs);
  };
}

function read(message: string): Stop | null {
  try {
    const stop = JSON.parse(message);
    const isStop = typeof stop?.record === 'string' && typeof stop.stop?.kind === 'string';
    return isStop && typeof stop.claimedAtMs === 'number' ? stop : null;
  } catch {
    return null;
  }
}
