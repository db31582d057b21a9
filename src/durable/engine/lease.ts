import { type Moment, passedMs } from './elapsed.js';

export type LeaseTimes = {
  /** Between two beats, and between two looks at the other processes. */
  readonly beatMs: number;
  /** Who has not beaten for so long may be put out by any other process. */
  readonly leaseMs: number;
  /** So much earlier a process takes its own lease for ended. */
  readonly marginMs: number;
  /** How long a process tries to come back to a database that is gone. */
  readonly regainMs: number;
};

export const LEASE_TIMES: LeaseTimes = { beatMs: 2_000, leaseMs: 10_000, marginMs: 2_000, regainMs: 120_000 };

/** This process may not work on the deliveries that it began: at the moment, or never again. */
export class LeaseNotHeld extends Error {
  override readonly name = 'LeaseNotHeld';

  constructor() {
    super('another process may have taken over what this one began');
  }
}

/** What a process may say of itself without asking anybody. */
export type Lease = {
  /** No other process can have taken over by now. */
  isHeld(): boolean;
  /** Throws `LeaseNotHeld` unless it is held. */
  assertHeld(): void;
  /** Resolves as soon as it is held, at once if it is. Rejects with `LeaseNotHeld` when it is lost for good, or aborted. */
  whenHeld(signal?: AbortSignal): Promise<void>;
  isLost(): boolean;
};

export type OwnLease = Lease & {
  /** A beat that was sent at that moment has been acknowledged. */
  readonly renew: (sentAt: Moment) => void;
  readonly lose: () => void;
};

export function createLease({ leaseMs, marginMs }: LeaseTimes, takenAt: Moment): OwnLease {
  let renewedAt = takenAt;
  let isLost = false;
  const waiting = new Set<() => void>();
  const tell = () => {
    for (const wake of waiting) wake();
    waiting.clear();
  };
  const isHeld = () => !isLost && passedMs(renewedAt) < leaseMs - marginMs;
  return {
    isHeld,
    isLost: () => isLost,
    assertHeld: () => {
      if (!isHeld()) throw new LeaseNotHeld();
    },
    whenHeld: async (signal) => {
      while (!isHeld()) {
        if (isLost || signal?.aborted) throw new LeaseNotHeld();
        await new Promise<void>((resolve) => {
          waiting.add(resolve);
          signal?.addEventListener('abort', () => resolve(), { once: true });
        });
      }
    },
    renew: (sentAt) => {
      renewedAt = sentAt;
      tell();
    },
    lose: () => {
      isLost = true;
      tell();
    },
  };
}
