import { expect, it } from '@jest/globals';
import { type Moment, passedMs, thisMoment } from '../../../../src/durable/engine/elapsed.js';
import { createLease } from '../../../../src/durable/engine/lease.js';

const TIMES = { beatMs: 1_000, leaseMs: 10_000, marginMs: 2_000, regainMs: 1_000 };

function ago(durationMs: number): Moment {
  const { bootedMs, runningMs } = thisMoment();
  return { bootedMs: bootedMs - durationMs, runningMs: runningMs - durationMs };
}

it.each([
  [0, true],
  [7_900, true],
  [8_100, false],
  [10_100, false],
])(
  'a lease whose last beat was sent %d ms ago is held: %s, since it is given back before others may take it',
  (durationMs, held) => {
    expect(createLease(TIMES, ago(durationMs)).isHeld()).toBe(held);
  },
);

it('counts from the moment a beat was sent, not from its answer', () => {
  const lease = createLease(TIMES, thisMoment());
  lease.renew(ago(8_100));
  expect(lease.isHeld()).toBe(false);
  expect(() => lease.assertHeld()).toThrow('another process may have taken over');
});

it('who waits for it goes on as soon as a beat is acknowledged', async () => {
  const lease = createLease(TIMES, ago(9_000));
  const waiting = lease.whenHeld();
  lease.renew(thisMoment());
  await waiting;
  expect(lease.isHeld()).toBe(true);
});

it('who waits for it is told when it is lost for good', async () => {
  const lease = createLease(TIMES, ago(9_000));
  const waiting = lease.whenHeld();
  lease.lose();
  await expect(waiting).rejects.toMatchObject({ name: 'LeaseNotHeld' });
  lease.renew(thisMoment());
  expect([lease.isHeld(), lease.isLost()]).toEqual([false, true]);
});

it('who waits for it is told when the process is about to end', async () => {
  const lease = createLease(TIMES, ago(9_000));
  const closing = new AbortController();
  const waiting = lease.whenHeld(closing.signal);
  closing.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'LeaseNotHeld' });
});

it('time in which the machine slept has passed', () => {
  const { bootedMs, runningMs } = thisMoment();
  expect(passedMs({ runningMs, bootedMs: bootedMs - 60_000 })).toBeGreaterThanOrEqual(60_000);
});
