import type { PoolConfig } from 'pg';
import type { Log } from '../../review/index.js';
import { type Moment, passedMs, thisMoment } from './elapsed.js';
import { createLease, type Lease, type LeaseTimes } from './lease.js';
import { createNap } from './nap.js';
import { openWorkerSession, type WorkerSession } from './worker-session.js';
import { beatOnce, enterWorker, leaveWorker, regainWorker } from './workers-table.js';

const REGAIN_PAUSE_MS = 250;
/** A database that does not answer is not told that the process leaves; the others see that by the lock. */
const LEAVE_LIMIT_MS = 1_000;

/** This process among those of its database. */
export type Worker = {
  readonly number: number;
  readonly lease: Lease;
  /** Whether this process can tell a dead process from one that has just lost the same database and is about to come back. */
  mayJudge(): boolean;
  release(): Promise<void>;
};

type World = {
  readonly version: string;
  readonly times: LeaseTimes;
  /** Told once when the number is lost before `release`: another process has taken over, or the database stays away. */
  readonly onLost: () => void;
  readonly log: Log;
};

/**
 * Take a number that no process has had, hold its lock by a session, and beat. A session that breaks is made anew under the same
 * number, as long as nobody has taken over.
 */
export async function joinWorkers(connection: PoolConfig, world: World): Promise<Worker> {
  const { times, version } = world;
  const nap = createNap();
  const open = () => openWorkerSession(connection, times.leaseMs, nap.wake);
  const enteredAt = thisMoment();
  const session = await open();
  const number = await enterWorker(session, version).catch((error: unknown) => {
    session.drop();
    throw error;
  });
  const lease = createLease(times, enteredAt);
  const at = { number, session, lease, open, nap, isReleased: false, troubledAt: null, ...world };
  return beatUntilReleased(at);
}

type State = World & {
  readonly number: number;
  readonly lease: ReturnType<typeof createLease>;
  readonly open: () => Promise<WorkerSession>;
  readonly nap: ReturnType<typeof createNap>;
  session: WorkerSession;
  isReleased: boolean;
  /** When the lease had run out, or the session was lost. */
  troubledAt: Moment | null;
};

function beatUntilReleased(at: State): Worker {
  const { lease, nap, number, times } = at;
  void keepBeating(at);
  return {
    number,
    lease,
    mayJudge: () => lease.isHeld() && (at.troubledAt === null || passedMs(at.troubledAt) > times.leaseMs),
    release: async () => {
      at.isReleased = true;
      nap.wake();
      const leaving = leaveWorker(at.session, number).catch(() => {});
      if (!lease.isLost()) await Promise.race([leaving, nap.sleep(LEAVE_LIMIT_MS)]);
      nap.wake();
      lease.lose();
      at.session.drop();
    },
  };
}

async function keepBeating(at: State): Promise<void> {
  while (!at.isReleased && !at.lease.isLost()) {
    // A beat that was answered late says little of now.
    if (at.lease.isHeld()) await at.nap.sleep(at.times.beatMs);
    if (!at.isReleased) await beat(at);
  }
  if (at.isReleased) return;
  at.session.drop();
  at.onLost();
}

async function beat(at: State): Promise<void> {
  const sentAt = thisMoment();
  const isOurs = await beatOnce(at.session, at.number).catch(() => null);
  if (isOurs === null) return regain(at);
  if (!at.lease.isHeld()) at.troubledAt = thisMoment();
  if (isOurs) at.lease.renew(sentAt);
  else at.lease.lose();
}

/** Come back under the own number, unless another process has taken over. */
async function regain(at: State): Promise<void> {
  const { lease, log, number, times } = at;
  const brokenAt = thisMoment();
  at.session.drop();
  log.warn({ worker: number }, 'database-session-lost');
  while (!at.isReleased && passedMs(brokenAt) < times.regainMs) {
    const sentAt = thisMoment();
    const outcome = await comeBack(at).catch(() => 'not-yet');
    if (outcome === 'taken') return lease.lose();
    if (outcome === 'regained') {
      at.troubledAt = thisMoment();
      log.info({ worker: number }, 'database-session-regained');
      return lease.renew(sentAt);
    }
    await at.nap.sleep(REGAIN_PAUSE_MS);
  }
  lease.lose();
}

async function comeBack(at: State): Promise<'regained' | 'not-yet' | 'taken'> {
  const session = await at.open();
  const outcome = await regainWorker(session, at.number).catch((error: unknown) => {
    session.drop();
    throw error;
  });
  if (outcome === 'regained' && !at.isReleased) at.session = session;
  else session.drop();
  return outcome;
}
