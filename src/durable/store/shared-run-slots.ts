import type { RunClaim, RunSlots, StopReason } from '../../review/index.js';
import type { Message } from './messages.js';

type Ring = (message: Message) => Promise<void>;

/**
 * The places of this process, which others of the same database know of: a run that begins here stops one of its record that runs
 * there, and a stop that comes here reaches it. Whoever misses it finds in the record that it was overtaken.
 */
export function shareRunSlots<Slots extends RunSlots>(slots: Slots, ring: Ring): Slots {
  return {
    ...slots,
    claim: (record) => {
      const claimedAtMs = Date.now();
      return shareClaim(slots.claim(record), (stop) => ring({ kind: 'stop', record, stop, claimedAtMs }));
    },
    stop: (record, stop, claimedBeforeMs) => {
      void ring({ kind: 'stop', record, stop, claimedAtMs: claimedBeforeMs ?? Date.now() });
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
