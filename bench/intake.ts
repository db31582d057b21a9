import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Delivery } from '../test/support/github-world/index.js';
import { openScene, type Scene } from '../test/support/scene.js';
import { type Measure, measuresOf } from './measure.js';

const PER_SECOND = 100;
const SECONDS = 10;
const PULL_REQUESTS = 5;
const PATIENCE_MS = 180_000;
const QUIET_MS = 3_000;

type OpenPullRequest = Awaited<ReturnType<Scene['openPullRequest']>>;
/** `status` 0: no answer, and `failure` says why. */
type Answer = { readonly status: number; readonly failure: string; readonly ms: number };

/**
 * A steady stream of signed deliveries to the real server, most of them about the same few pull requests. GitHub's own limits
 * are lifted: they would end a run before the server's do.
 */
export async function measureIntake(): Promise<readonly Measure[]> {
  const scene = await openScene();
  liftLimits(scene);
  try {
    const pulls: OpenPullRequest[] = [];
    for (let count = 0; count < PULL_REQUESTS; count += 1) pulls.push(await scene.openPullRequest());
    const deliveries = writeDeliveries(scene, pulls);
    const loop = monitorEventLoopDelay({ resolution: 5 });
    loop.enable();
    const answers = await sendSteadily(scene, deliveries);
    loop.disable();
    const settledMs = await untilQuiet(scene, pulls);
    const checks = pulls.flatMap(({ checks: checksOf }) => checksOf());
    return measuresOf('intake', {
      deliveries: [answers.length, 'count'],
      'answered 2xx': [(100 * answers.filter(isAccepted).length) / answers.length, 'percent'],
      ...failuresOf(answers),
      ...answerTimes(answers),
      "sender's own delay, p99": [loop.percentile(99) / 1e6, 'ms'],
      'model requests': [scene.model.requests.length, 'requests'],
      'check runs': [checks.length, 'count'],
      'check runs left open': [checks.filter(({ status }) => status !== 'completed').length, 'count'],
      'settled after the last delivery': [settledMs, 'ms'],
      'pull requests with a concluded check': [pulls.filter(isConcluded).length, 'count'],
    });
  } finally {
    await scene.close();
  }
}

function liftLimits({ world: { limits } }: Scene): void {
  limits.concurrentRequests = 100_000;
  limits.contentWritesPerMinute = 100_000;
  limits.contentWritesPerHour = 1_000_000;
  limits.requestsPerHour = 1_000_000;
}

/** Of ten: five pushes, two comments that ask for a review, three that chat. Written ahead, so that writing them is not measured. */
function writeDeliveries({ world }: Scene, pulls: readonly OpenPullRequest[]): readonly Delivery[] {
  return Array.from({ length: PER_SECOND * SECONDS }, (_none, index) => {
    const { number, shop } = pulls[index % pulls.length] as OpenPullRequest;
    const repository = shop.fullName;
    const turn = Math.floor(index / pulls.length) % 10;
    if (turn < 5) return world.delivery('pull_request', 'synchronize', { repository, number, sender: 'ada' });
    const body = turn < 7 ? '/review' : 'Thanks, this reads well now.';
    const { id: comment } = shop.comment(number, { body, author: 'ada' });
    return world.delivery('issue_comment', 'created', { repository, comment });
  });
}

/** Each at its time, whether the one before was answered or not; a late start counts as answer time. */
function sendSteadily({ app, world }: Scene, deliveries: readonly Delivery[]): Promise<readonly Answer[]> {
  const startMs = performance.now();
  const send = async (delivery: Delivery, index: number): Promise<Answer> => {
    const dueMs = startMs + (index * 1_000) / PER_SECOND;
    await delay(Math.max(0, dueMs - performance.now()));
    const answer = await world.deliver(app.url, delivery).then(
      ({ status }) => ({ status, failure: `status ${status}` }),
      (error: unknown) => ({ status: 0, failure: causeOf(error) }),
    );
    return { ...answer, ms: performance.now() - dueMs };
  };
  return Promise.all(deliveries.map(send));
}

/** `fetch` tells the cause beside its own words. */
function causeOf(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: string } };
  return cause?.code ?? String(error);
}

function failuresOf(answers: readonly Answer[]): Record<string, readonly [number, 'count']> {
  const failures = answers.filter((answer) => !isAccepted(answer)).map(({ failure }) => failure);
  return Object.fromEntries(
    [...new Set(failures)].map((failure) => [
      `not accepted: ${failure}`,
      [failures.filter((other) => other === failure).length, 'count'],
    ]),
  );
}

function isAccepted({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

function answerTimes(answers: readonly Answer[]) {
  const times = answers.map(({ ms }) => ms).sort((left, right) => left - right);
  const at = (share: number) =>
    [times[Math.min(times.length - 1, Math.ceil(times.length * share) - 1)] ?? null, 'ms'] as const;
  return {
    'answer time, p50': at(0.5),
    'answer time, p95': at(0.95),
    'answer time, p99': at(0.99),
    'answer time, max': at(1),
  };
}

/** Until GitHub is asked nothing for a while and no check is open; answers when it was asked for the last time. */
async function untilQuiet({ world }: Scene, pulls: readonly OpenPullRequest[]): Promise<number> {
  const startMs = performance.now();
  let asked = world.requests.length;
  let askedAtMs = startMs;
  for (;;) {
    await delay(50);
    const nowMs = performance.now();
    if (world.requests.length !== asked) {
      asked = world.requests.length;
      askedAtMs = nowMs;
    }
    const isOpen = pulls.some(({ checks }) => checks().some(({ status }) => status !== 'completed'));
    if ((nowMs - askedAtMs > QUIET_MS && !isOpen) || nowMs - startMs > PATIENCE_MS) return askedAtMs - startMs;
  }
}

function isConcluded({ checks }: OpenPullRequest): boolean {
  return checks().some(({ status, conclusion }) => status === 'completed' && conclusion === 'success');
}
