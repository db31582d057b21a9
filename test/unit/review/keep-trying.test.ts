import { describe, expect, it } from '@jest/globals';
import { PlumblineError } from '../../../src/review/errors.js';
import { keepTrying } from '../../../src/review/keep-trying.js';
import { aRememberingLog, aSleepingClock } from '../../support/builders/report-publishing.js';

const HOUR_MS = 3_600_000;
const passing = (retryAtMs = 0) => new PlumblineError('provider_failed', { status: 502, request: 'x', retryAtMs });
const lasting = new PlumblineError('provider_denied', { status: 403, request: 'x' });

/** Work that fails with these errors first; null stands for success, and so does the end of the list. */
function tryWith(errors: readonly (Error | null)[], clock = aSleepingClock(), closing = new AbortController().signal) {
  const log = aRememberingLog();
  let tries = 0;
  const work = async () => {
    const error = errors[Math.min(tries, errors.length - 1)] ?? null;
    tries += 1;
    if (error !== null) throw error;
    return tries;
  };
  const ending = keepTrying(work, { clock, log, closing, held: { message: 'held', facts: {} } });
  return { ending, clock, log, tries: () => tries };
}

describe('keepTrying', () => {
  it('tries again after pauses that grow to a minute', async () => {
    const { ending, clock, log } = tryWith([...Array.from({ length: 6 }, () => passing()), null]);
    expect(await ending).toBe(7);
    expect(clock.sleptMs).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
    expect(log.messages).toEqual(Array.from({ length: 6 }, () => 'held'));
  });

  it('does not try before it was asked to', async () => {
    const clock = aSleepingClock();
    const beganMs = clock.now();
    const { ending } = tryWith([passing(beganMs + 90_000), null], clock);
    expect(await ending).toBe(2);
    expect(clock.now()).toBe(beganMs + 90_000);
  });

  it.each([
    ['an error that says nothing of another try', lasting],
    ['an unknown error', new Error('broken')],
  ])('does not try again after %s', async (_name, error) => {
    const { ending, log, tries } = tryWith([passing(), error]);
    await expect(ending).rejects.toBe(error);
    expect(tries()).toBe(2);
    expect(log.messages).toEqual(['held']);
  });

  it('ends after six hours', async () => {
    const { ending, clock } = tryWith([passing()]);
    const beganMs = clock.now();
    await expect(ending).rejects.toMatchObject({ code: 'provider_failed' });
    expect((clock.now() - beganMs) / HOUR_MS).toBeCloseTo(6, 1);
  });

  it('does not begin a wait that would last longer', async () => {
    const clock = aSleepingClock();
    const { ending } = tryWith([passing(clock.now() + 7 * HOUR_MS)], clock);
    await expect(ending).rejects.toMatchObject({ code: 'provider_failed' });
    expect(clock.sleptMs).toEqual([]);
  });

  it('makes one try when the process is ending, and no other', async () => {
    const { ending, log, tries } = tryWith([passing()], aSleepingClock(), AbortSignal.abort());
    await expect(ending).rejects.toMatchObject({ code: 'provider_failed' });
    expect([tries(), log.messages]).toEqual([1, []]);
  });

  it('stops waiting when the process ends', async () => {
    const closing = new AbortController();
    const clock = aSleepingClock();
    const sleep = (ms: number, signal?: AbortSignal) => {
      closing.abort(new Error('closing'));
      return clock.sleep(ms, signal);
    };
    const { ending, tries } = tryWith([passing()], { ...clock, sleep }, closing.signal);
    await expect(ending).rejects.toMatchObject({ code: 'provider_failed' });
    expect(tries()).toBe(1);
  });
});
