import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createMemoryRunSlots } from '../../src/durable/index.js';
import { type Clock, PlumblineError, type RepositoryIntent, RunStopped } from '../../src/review/index.js';
import { type Lab, type LabPullRequest, openLab, repositoryOf } from '../support/app-in-process.js';
import type { Fault, FaultRule } from '../support/github-world/index.js';
import { jumpingClock } from '../support/jumping-clock.js';
import { openScene, type Scene, until } from '../support/scene.js';

const MINUTE_MS = 60_000;
/** Everything about one check run that exists: its completion, and looks at it. */
const ONE_CHECK = { path: /\/check-runs\/\d+$/ };
const checkOf = ({ shop }: LabPullRequest) => ({ path: new RegExp(`${shop.fullName}/check-runs/\\d+$`) });

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
beforeEach(() => {
  lab.world.faults.clear();
  lab.world.clearRequests();
});
afterAll(() => lab.close());

/** A jumping clock: the outage begins now, something happens while it lasts, and it ends when its time has come. */
function outage(
  rule: FaultRule,
  fault: Fault,
  lastsMs: number,
  meanwhile: () => Promise<unknown> = async () => {},
): Clock {
  const clock = jumpingClock();
  const endMs = clock.now() + lastsMs;
  let isOver = false;
  let hasHappened = false;
  lab.world.faults.on({ times: Number.POSITIVE_INFINITY, ...rule }, fault);
  return {
    now: clock.now,
    sleep: async (ms, signal) => {
      await clock.sleep(ms, signal);
      if (!hasHappened && ms >= 5_000 && ms <= MINUTE_MS) {
        hasHappened = true;
        await meanwhile();
      }
      if (!isOver && clock.now() >= endMs) {
        isOver = true;
        lab.world.faults.clear();
      }
    },
  };
}

const messages = (logs: string): readonly string[] => logs.split('\n').map((line) => JSON.parse(line).message);
const errorsIn = (logs: string) => logs.split('\n').filter((line) => line.includes('"level":"error"'));

describe('Q05: a check that GitHub cannot complete for a while', () => {
  it.each<readonly [string, Fault]>([
    ['502', { status: 502 }],
    ['502 after doing it', { afterDoing: 502 }],
    ['resets', { reset: true }],
  ])('for five minutes, with %s: the report is written once', async (_name, fault) => {
    const pull = await lab.openPullRequest();
    const { checks, logs, rejection } = await lab.run(pull, { clock: outage(ONE_CHECK, fault, 5 * MINUTE_MS) });
    expect(rejection).toBeNull();
    expect(checks).toMatchObject([{ status: 'completed', conclusion: 'success' }]);
    expect(checks[0]?.history.filter(({ status }) => status === 'completed')).toHaveLength(1);
    expect(messages(logs)).toContain('check-held');
    expect(errorsIn(logs)).toEqual([]);
  });

  it('until the primary limit resets: the report is written then', async () => {
    const pull = await lab.openPullRequest();
    const reset = String(Math.ceil(Date.now() / 1_000) + 20 * 60);
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
    const fault = { status: 403, body: { message: 'API rate limit exceeded for installation.' }, headers };
    const { checks, logs } = await lab.run(pull, { clock: outage(ONE_CHECK, fault, 19 * MINUTE_MS) });
    expect(checks).toMatchObject([{ status: 'completed', conclusion: 'success' }]);
    expect(messages(logs).filter((message) => message === 'check-held')).toHaveLength(1);
  });

  it.each<readonly [string, Fault]>([
    ['403', { status: 403, body: { message: 'Resource not accessible by integration' } }],
    ['404', { status: 404, body: { message: 'Not Found' } }],
  ])('for ever, with %s: one error names the run, and nothing is tried again', async (_name, fault) => {
    const pull = await lab.openPullRequest();
    lab.world.faults.on({ ...ONE_CHECK, times: Number.POSITIVE_INFINITY }, fault);
    const { checks, logs, rejection } = await lab.run(pull);
    expect(checks).toMatchObject([{ status: 'in_progress' }]);
    expect(rejection).toMatchObject({ code: 'provider_denied' });
    expect(errorsIn(logs).map((line) => JSON.parse(line))).toMatchObject([
      { message: 'check-left-open', runId: checks[0]?.externalId },
    ]);
    expect(lab.world.requests.filter(({ path }) => ONE_CHECK.path.test(path))).toHaveLength(1);
  });

  it('keeps no place from other reviews', async () => {
    const [held, other] = [await lab.openPullRequest(), await lab.openPullRequest()];
    const slots = createMemoryRunSlots(1);
    let meanwhile: unknown = null;
    const clock = outage(checkOf(held), { status: 502 }, 5 * MINUTE_MS, async () => {
      meanwhile = await lab.run(other, { slots });
    });
    const { checks } = await lab.run(held, { slots, clock });
    expect(meanwhile).toMatchObject({ checks: [{ status: 'completed', conclusion: 'success' }] });
    expect(checks).toMatchObject([{ status: 'completed', conclusion: 'success' }]);
  });

  it('R02: is looked after again: a push meanwhile makes the report stale, never a success', async () => {
    const pull = await lab.openPullRequest();
    const clock = outage(ONE_CHECK, { status: 502 }, 5 * MINUTE_MS, () => pull.shop.push('topic', { 'b.ts': 'b\n' }));
    const { checks } = await lab.run(pull, { clock });
    expect(checks).toMatchObject([
      {
        status: 'completed',
        conclusion: 'neutral',
        title: 'Stale: the head moved during the review',
        headSha: pull.headSha,
      },
    ]);
  });

  it('is left as it is when the process ends, and the log names the run', async () => {
    const pull = await lab.openPullRequest();
    const closing = new AbortController();
    const clock = outage(ONE_CHECK, { status: 502 }, 60 * MINUTE_MS, async () =>
      closing.abort(new RunStopped({ kind: 'shutdown' })),
    );
    const { checks, logs } = await lab.run(pull, { clock, closing: closing.signal });
    expect(checks).toMatchObject([{ status: 'in_progress' }]);
    expect(errorsIn(logs).map((line) => JSON.parse(line))).toMatchObject([
      { message: 'check-left-open', runId: checks[0]?.externalId },
    ]);
  });
});

describe('an outage while a check is opened', () => {
  it('of five minutes: the review begins afterwards, with one check', async () => {
    const pull = await lab.openPullRequest();
    const clock = outage({ method: 'POST', path: /\/check-runs$/ }, { afterDoing: 502 }, 5 * MINUTE_MS);
    lab.world.faults.on({ method: 'GET', path: /\/check-runs$/, times: Number.POSITIVE_INFINITY }, { status: 502 });
    const { checks } = await lab.run(pull, { clock });
    expect(checks).toMatchObject([{ status: 'completed', conclusion: 'success' }]);
  });
});

describe('a token that cannot be had', () => {
  const passing = () => new PlumblineError('provider_failed', { request: 'a token', status: 502, retryAtMs: 0 });
  const group = (pull: LabPullRequest): RepositoryIntent => ({
    kind: 'merge_group',
    deliveryId: '',
    installationId: lab.world.installationId,
    repository: repositoryOf(pull),
    headSha: pull.headSha,
    headRef: `refs/heads/gh-readonly-queue/main/pr-${pull.number}-${pull.headSha}`,
    baseRef: 'main',
  });
  /** Fails so many times before the token is given out. */
  const failing = (times: number, error: Error) => {
    let left = times;
    return async () => {
      left -= 1;
      if (left >= 0) throw error;
    };
  };

  it('for a while: a merge queue gets its answer afterwards', async () => {
    const pull = await lab.openPullRequest();
    await lab.run(pull);
    const ending = await lab.run(pull, { intent: group(pull), beforeToken: failing(6, passing()) });
    expect(ending.checks).toMatchObject([{ status: 'completed', conclusion: 'success' }]);
    expect(messages(ending.logs).filter((message) => message === 'installation-held')).toHaveLength(6);
  });

  it('for a while: a command is not refused meanwhile', async () => {
    const pull = await lab.openPullRequest();
    const { checks } = await lab.run(pull, { beforeToken: failing(6, passing()) });
    expect(checks).toMatchObject([{ status: 'completed', conclusion: 'success' }]);
  });

  it('for ever: the delivery ends with the reason, and nothing was asked', async () => {
    const pull = await lab.openPullRequest();
    const gone = new PlumblineError('provider_denied', { request: 'a token', status: 404 });
    lab.world.clearRequests();
    const ending = await lab.run(pull, { intent: group(pull), beforeToken: failing(1, gone) });
    expect(ending).toMatchObject({ checks: [], rejection: gone });
    expect(lab.world.requests).toEqual([]);
  });
});

describe('the server', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene();
  });
  afterAll(() => scene.close());

  it('loses no delivery when its first token cannot be had at once', async () => {
    const pull = await scene.openPullRequest();
    scene.world.faults.on({ path: '/access_tokens' }, { status: 502 });
    await pull.comments('/review');
    expect(await pull.completedCheck()).toMatchObject({ conclusion: 'success' });
    expect(scene.app.logs()).toContain('installation-held');
  });

  it('ends at once while it holds a check, and leaves it as it is', async () => {
    const pull = await scene.openPullRequest();
    scene.world.faults.on(ONE_CHECK, { secondaryLimit: { retryAfterSeconds: 3_600 } });
    await pull.comments('/review');
    await until(() => scene.app.logs().includes('check-held'));
    expect(await scene.app.stop()).toBe(0);
    expect(pull.checks()).toMatchObject([{ status: 'in_progress' }]);
    expect(scene.app.logs()).toMatch(new RegExp(`"runId":"${pull.checks()[0]?.externalId}".*"check-left-open"`));
  });
});
