import { describe, expect, it } from '@jest/globals';
import { runCall } from '../../../../src/review/call/run-call.js';
import { MAX_CAPACITY_WAIT_MS } from '../../../../src/review/limits.js';
import { ModelFailure } from '../../../../src/review/model-failure.js';
import { aCallSpec, aCallWorld, aSubmission } from '../../../support/builders/call.js';

const busy = (retryAfterMs: number) => new ModelFailure('rate_limited', 'busy', { retryAfterMs });

describe('waiting for capacity', () => {
  it('goes on up to exactly the longest wait, all waits of a call together', async () => {
    const half = MAX_CAPACITY_WAIT_MS / 2;
    const world = aCallWorld([busy(half), busy(half), aSubmission()]);
    expect((await runCall(aCallSpec(), world)).outcome).toBe('assessed');
  });

  it('stops before a wait that would lead beyond it', async () => {
    const half = MAX_CAPACITY_WAIT_MS / 2;
    const world = aCallWorld([busy(half), busy(half + 1), aSubmission()]);
    expect((await runCall(aCallSpec(), world)).outcome).toBe('failed');
    expect(world.requests).toHaveLength(2);
    expect(world.clock.now()).toBe(half);
  });

  it.each([
    ['rate_limited', 'rate_limit', 4],
    ['overloaded', 'overload', 4],
    ['network', 'no_answer', 4],
    ['bad_response', 'no_answer', 2],
    ['stalled', 'no_answer', 2],
  ] as const)('tells why it waits and bounds the tries: %s', async (kind, reason, tries) => {
    const world = aCallWorld(Array.from({ length: 6 }, () => new ModelFailure(kind, 'failed', {})));
    expect((await runCall(aCallSpec(), world)).outcome).toBe('failed');
    expect(world.requests).toHaveLength(tries);
    expect(world.phases.filter((phase) => phase.kind === 'waiting')).toMatchObject(
      Array.from({ length: tries - 1 }, (_none, at) => ({ reason, waitMs: 2_000 * 2 ** at })),
    );
  });
});
