import { MAX_CAPACITY_WAIT_MS, MAX_TRIES_PER_REQUEST } from '../limits.js';
import { ModelFailure, type ModelFailureKind } from '../model-failure.js';
import type { Clock, ModelRequest, ModelResponse, Progress, ReviewModel } from '../ports/index.js';
import type { CallMeter } from './call-meter.js';
import type { Deadline } from './deadline.js';

const FIRST_WAIT_MS = 2_000;

/** How often a request may be sent in all, by what went wrong. A kind that is not named fails at once. */
const MAX_TRIES: Partial<Record<ModelFailureKind, number>> = {
  rate_limited: MAX_TRIES_PER_REQUEST,
  overloaded: MAX_TRIES_PER_REQUEST,
  network: MAX_TRIES_PER_REQUEST,
  bad_response: 2,
  stalled: 2,
};

const WAITS: Partial<Record<ModelFailureKind, 'rate_limit' | 'overload'>> = {
  rate_limited: 'rate_limit',
  overloaded: 'overload',
};

export type Sender = {
  send(request: Omit<ModelRequest, 'onRequest'>): Promise<ModelResponse>;
};

/**
 * Send requests of one call. Every try is metered; waits between tries are told as progress, obey the provider's own wish
 * as given, double otherwise, and together stay within MAX_CAPACITY_WAIT_MS. A longer wish fails at once.
 */
export function createSender(world: {
  readonly model: ReviewModel;
  readonly clock: Clock;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly meter: CallMeter;
  readonly deadline: Deadline;
}): Sender {
  const { model, clock, progress, signal, meter, deadline } = world;
  let waitedMs = 0;

  async function waitAfter(failure: ModelFailure, tries: number): Promise<void> {
    const waitMs = failure.facts.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (tries - 1);
    if (waitedMs + waitMs > MAX_CAPACITY_WAIT_MS) throw failure;
    waitedMs += waitMs;
    progress({ kind: 'waiting', reason: WAITS[failure.kind] ?? 'no_answer', waitMs });
    await clock.sleep(waitMs, signal);
    progress({ kind: 'reviewing' });
  }

  async function tryOnce(request: Omit<ModelRequest, 'onRequest'>): Promise<ModelResponse | ModelFailure> {
    try {
      const response = await deadline.run((either) =>
        model.respond({ ...request, onRequest: meter.onRequest }, either),
      );
      meter.onResponse(response);
      return response;
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      meter.onFailure(error);
      return error;
    }
  }

  return {
    async send(request) {
      for (let tries = 1; ; tries += 1) {
        const answer = await tryOnce(request);
        if (!(answer instanceof ModelFailure)) return answer;
        if (tries >= (MAX_TRIES[answer.kind] ?? 1)) throw answer;
        await waitAfter(answer, tries);
      }
    },
  };
}
