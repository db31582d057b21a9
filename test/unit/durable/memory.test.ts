import { describe, expect, it } from '@jest/globals';
import { createMemoryIntentQueue, createMemoryRunSlots } from '../../../src/durable/index.js';
import { type Intent, type RunSlots, RunStopped, type RunTerms } from '../../../src/review/index.js';

function stopIntent(deliveryId: string): Intent {
  return {
    deliveryId,
    installationId: 1,
    repository: { id: 1, owner: 'octo', name: 'shop' },
    kind: 'stop',
    pullRequest: 1,
    reason: 'closed',
  };
}

const FULL: RunTerms = { job: null, headSha: null, isNarrowed: false, heeds: () => true };

/** Claim, accept and run at once. */
async function runIn<Result>(
  slots: RunSlots,
  record: string,
  headSha: string | null,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const claim = slots.claim(record);
  const acceptance = claim.accept({ ...FULL, headSha });
  if (acceptance.kind !== 'accepted') throw new Error(`not accepted: ${acceptance.kind}`);
  return acceptance.run(work).finally(claim.release);
}

function deferred<Value>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe('the queue of deliveries', () => {
  it('H10, P24: answers before the work starts', async () => {
    const started: string[] = [];
    const queue = createMemoryIntentQueue(
      async ({ deliveryId }) => void started.push(deliveryId),
      () => {},
    );
    await expect(queue.enqueue(stopIntent('a'))).resolves.toBe('enqueued');
    expect(started).toEqual([]);
    await queue.idle();
    expect(started).toEqual(['a']);
  });

  it('J07: does the work of a redelivery once', async () => {
    const started: string[] = [];
    const queue = createMemoryIntentQueue(
      async ({ deliveryId }) => void started.push(deliveryId),
      () => {},
    );
    await queue.enqueue(stopIntent('a'));
    await expect(queue.enqueue(stopIntent('a'))).resolves.toBe('duplicate');
    await queue.idle();
    expect(started).toEqual(['a']);
  });

  it('hands a failure over and goes on', async () => {
    const failures: unknown[] = [];
    const queue = createMemoryIntentQueue(
      async ({ deliveryId }) => {
        if (deliveryId === 'bad') throw new Error('broken');
      },
      (_intent, error) => void failures.push(error),
    );
    await queue.enqueue(stopIntent('bad'));
    await queue.enqueue(stopIntent('good'));
    await queue.idle();
    expect(failures).toEqual([new Error('broken')]);
  });
});

describe('a redelivery of a delivery that failed', () => {
  it('runs again, and is told that it failed', async () => {
    const attempts: boolean[] = [];
    const queue = createMemoryIntentQueue(
      async (_intent, { hasFailedBefore }) => {
        attempts.push(hasFailedBefore);
        if (attempts.length === 1) throw new Error('broken');
      },
      () => {},
    );
    await queue.enqueue(stopIntent('a'));
    await queue.idle();
    await expect(queue.enqueue(stopIntent('a'))).resolves.toBe('enqueued');
    await queue.idle();
    await queue.enqueue(stopIntent('b'));
    await queue.idle();
    expect(attempts).toEqual([false, true, false]);
  });
});

describe('the places where reviews run', () => {
  it('runs at most as many as there are places', async () => {
    const slots = createMemoryRunSlots(2);
    let running = 0;
    let most = 0;
    const gate = deferred<void>();
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await gate.promise;
      running -= 1;
    };
    const all = ['a', 'b', 'c', 'd'].map((record) => runIn(slots, record, null, work));
    await Promise.resolve();
    expect(slots.isFull()).toBe(true);
    gate.resolve();
    await Promise.all(all);
    expect(most).toBe(2);
    expect(slots.isFull()).toBe(false);
  });

  it('stops the older run of a record, and only that', async () => {
    const slots = createMemoryRunSlots(4);
    const untilStopped = (signal: AbortSignal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const other = deferred<string>();
    const older = runIn(slots, 'pr1', 'old', untilStopped);
    const elsewhere = runIn(slots, 'pr2', 'x', () => other.promise);
    const newer = runIn(slots, 'pr1', 'new', async () => 'done');
    await expect(older).rejects.toEqual(new RunStopped({ kind: 'superseded', headSha: 'new' }));
    await expect(newer).resolves.toBe('done');
    other.resolve('untouched');
    await expect(elsewhere).resolves.toBe('untouched');
  });

  it('is told stopped only when the run has stopped', async () => {
    const slots = createMemoryRunSlots(1);
    const gate = deferred<void>();
    let hasEnded = false;
    const run = runIn(slots, 'pr1', null, async (signal) => {
      await gate.promise;
      hasEnded = true;
      signal.throwIfAborted();
    });
    await new Promise((resolve) => setImmediate(resolve));
    slots.stop('pr1', { kind: 'closed' });
    const told = run.catch(() => hasEnded);
    gate.resolve();
    await expect(told).resolves.toBe(true);
  });

  it('stops a run that still waits without starting it', async () => {
    const slots = createMemoryRunSlots(1);
    const gate = deferred<void>();
    const first = runIn(slots, 'pr1', null, () => gate.promise);
    let wasStarted = false;
    const second = runIn(slots, 'pr2', null, async () => {
      wasStarted = true;
    });
    slots.stop('pr2', { kind: 'drafted' });
    await expect(second).rejects.toEqual(new RunStopped({ kind: 'drafted' }));
    gate.resolve();
    await first;
    await new Promise((resolve) => setImmediate(resolve));
    expect(wasStarted).toBe(false);
  });
});

describe('a run that was claimed earlier but is accepted later', () => {
  const OLD: RunTerms = { ...FULL, headSha: 'old' };
  const NEW: RunTerms = { ...FULL, headSha: 'new' };
  const NARROWED: RunTerms = { ...NEW, isNarrowed: true };
  const superseded = { kind: 'superseded', headSha: 'new' } as const;

  it('does not begin beside the newer one, while that one begins, runs and when it has ended', async () => {
    const slots = createMemoryRunSlots(4);
    const [first, second, third, newer] = [1, 2, 3, 4].map(() => slots.claim('pr1'));
    const accepted = newer?.accept(NEW);
    expect(first?.accept(OLD)).toEqual({ kind: 'stopped', stop: superseded });
    const gate = deferred<string>();
    if (accepted?.kind !== 'accepted') throw new Error('not accepted');
    const running = accepted.run(() => gate.promise);
    expect(second?.accept(OLD)).toEqual({ kind: 'stopped', stop: superseded });
    gate.resolve('untouched');
    await expect(running).resolves.toBe('untouched');
    newer?.release();
    expect(third?.accept(OLD)).toEqual({ kind: 'stopped', stop: superseded });
  });

  it('is superseded itself when the newer one is accepted before it begins', async () => {
    const slots = createMemoryRunSlots(4);
    const older = slots.claim('pr1').accept(OLD);
    const newer = slots.claim('pr1').accept(NEW);
    if (older.kind !== 'accepted' || newer.kind !== 'accepted') throw new Error('not accepted');
    await expect(older.run(async () => 'ran')).rejects.toEqual(new RunStopped(superseded));
    await expect(newer.run(async (signal) => signal.aborted)).resolves.toBe(false);
  });

  it('begins when the newer one was stopped, or looks at some paths only, which then ends', async () => {
    const slots = createMemoryRunSlots(4);
    const [older, stopped, narrowed] = [1, 2, 3].map(() => slots.claim('pr1'));
    stopped?.accept(NEW);
    slots.stop('pr1', { kind: 'closed' });
    stopped?.release();
    const partial = narrowed?.accept({ ...NARROWED, heeds: () => false });
    const full = older?.accept({ ...OLD, heeds: () => false });
    if (full?.kind !== 'accepted' || partial?.kind !== 'accepted') throw new Error('not accepted');
    await expect(full.run(async () => 'ran')).resolves.toBe('ran');
    await expect(partial.run(async () => 'ran')).rejects.toBeInstanceOf(RunStopped);
  });

  it('is forgotten with the others when all have ended', async () => {
    const slots = createMemoryRunSlots(4);
    await runIn(slots, 'pr1', 'new', async () => 'done');
    await expect(runIn(slots, 'pr1', 'old', async () => 'done')).resolves.toBe('done');
  });
});

describe('what still begins', () => {
  const kindOf = (slots: RunSlots, terms: Partial<RunTerms> = {}) =>
    slots.claim('pr1').accept({ ...FULL, ...terms }).kind;

  it('is reached by a stop that comes after its claim, and only by that', () => {
    const slots = createMemoryRunSlots(1);
    slots.stop('pr1', { kind: 'closed' });
    const claim = slots.claim('pr1');
    const other = slots.claim('pr2');
    slots.stop('pr1', { kind: 'closed' });
    expect(claim.accept(FULL)).toEqual({ kind: 'stopped', stop: { kind: 'closed' } });
    expect(other.accept(FULL).kind).toBe('accepted');
    expect(kindOf(slots)).toBe('accepted');
  });

  it('is not reached by a stop for a reason it does not heed, before or after it is accepted', async () => {
    const slots = createMemoryRunSlots(1);
    const claim = slots.claim('pr1');
    slots.stop('pr1', { kind: 'drafted' });
    const acceptance = claim.accept({ ...FULL, heeds: ({ kind }) => kind !== 'drafted' });
    slots.stop('pr1', { kind: 'drafted' });
    if (acceptance.kind !== 'accepted') throw new Error(acceptance.kind);
    await expect(acceptance.run(async (signal) => signal.aborted)).resolves.toBe(false);
  });

  it('is stopped between its acceptance and its run', async () => {
    const slots = createMemoryRunSlots(1);
    const acceptance = slots.claim('pr1').accept(FULL);
    slots.stop('pr1', { kind: 'closed' });
    if (acceptance.kind !== 'accepted') throw new Error(acceptance.kind);
    await expect(acceptance.run(async () => 'ran')).rejects.toEqual(new RunStopped({ kind: 'closed' }));
  });

  it('does not take the place of a full run when it is narrowed, until that one is over', () => {
    const slots = createMemoryRunSlots(1);
    const full = slots.claim('pr1');
    full.accept(FULL);
    expect(kindOf(slots, { isNarrowed: true })).toBe('covered');
    full.release();
    expect(kindOf(slots, { isNarrowed: true })).toBe('accepted');
  });

  it('gives way when it is narrowed and a full run begins first', async () => {
    const slots = createMemoryRunSlots(1);
    const narrowed = slots.claim('pr1').accept({ ...FULL, isNarrowed: true });
    await runIn(slots, 'pr1', 'new', async () => 'done');
    if (narrowed.kind !== 'accepted') throw new Error(narrowed.kind);
    const superseded = new RunStopped({ kind: 'superseded', headSha: 'new' });
    await expect(narrowed.run(async () => 'ran')).rejects.toEqual(superseded);
  });
});
