import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createGithubClient } from '../../../../src/provider/github/index.js';
import { type CheckPublisherInput, createCheckPublisher } from '../../../../src/report/publish/check-publisher.js';
import type { Completion } from '../../../../src/review/ports/index.js';
import { aReport } from '../../../support/builders/report.js';
import { aReportWith, manyFindings } from '../../../support/builders/report-cases.js';
import { aRememberingLog, aSleepingClock } from '../../../support/builders/report-publishing.js';
import { mintInstallationToken } from '../../../support/github-world/client.js';
import {
  createGithubWorld,
  type Fault,
  type FaultRule,
  type GithubWorld,
  type RepositoryHandle,
} from '../../../support/github-world/index.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const times = Number.POSITIVE_INFINITY;

let world: GithubWorld;
let shop: RepositoryHandle;
let token: string;
let headSha: string;
let commits = 0;

beforeAll(async () => {
  world = await createGithubWorld();
  Object.assign(world.limits, { contentWritesPerMinute: 1e5, contentWritesPerHour: 1e5, requestsPerHour: 1e6 });
  shop = await world.createRepository('octo/shop');
  token = await mintInstallationToken(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  commits += 1;
  headSha = await shop.commit('main', { 'src/a.ts': `let a = ${commits};\n` });
  world.faults.clear();
  world.clearRequests();
});

/** A clock without waiting that ends an outage when its time has come, and tells when it sleeps. */
function aClockWithOutage(onSleep: (untilMs: number) => void = () => {}) {
  const clock = aSleepingClock();
  let endMs = Number.POSITIVE_INFINITY;
  return {
    ...clock,
    sleep: async (ms: number, signal?: AbortSignal) => {
      onSleep(clock.now() + ms);
      await clock.sleep(ms, signal);
      if (clock.now() >= endMs) world.faults.clear();
    },
    fail: (rule: FaultRule, fault: Fault, lastsMs: number) => {
      endMs = clock.now() + lastsMs;
      world.faults.on({ times, ...rule }, fault);
    },
  };
}

function aPublisher(clock = aClockWithOutage(), overrides: Partial<CheckPublisherInput> = {}) {
  const log = aRememberingLog();
  const publisher = createCheckPublisher({
    octokit: createGithubClient({ auth: token, apiUrl: world.url, fetch }),
    repository: { owner: 'octo', name: 'shop' },
    check: { runId: 'run-1', name: 'Review', pullRequest: 12 },
    clock,
    log,
    minProgressIntervalMs: 5_000,
    ...overrides,
  });
  return { publisher, clock, log };
}

const start = () => ({ headSha, isQueued: false });
const runs = () => world.checkRuns('octo/shop', { headSha });
const completions = () => runs().flatMap(({ history }) => history.filter(({ status }) => status === 'completed'));
const CHECKS = { path: '/check-runs' };
const reportAt = (clock: { now(): number }, findings = manyFindings(3)): Completion => ({
  kind: 'report',
  report: { ...aReportWith(findings), endedAtMs: clock.now() },
});

const OUTAGES: readonly (readonly [string, Fault])[] = [
  ['502', { status: 502, body: '<html>Unicorn</html>' }],
  ['resets', { reset: true }],
  ['502 after doing everything', { afterDoing: 502 }],
  ['resets after doing everything', { resetAfterDoing: true }],
  ['secondary limits', { secondaryLimit: { retryAfterSeconds: 60 } }],
];

describe('Q05: an outage of five minutes', () => {
  it.each(OUTAGES)('with %s at the end loses no report and writes none twice', async (_name, fault) => {
    const { publisher, clock } = aPublisher();
    await publisher.open(start());
    clock.fail(CHECKS, fault, 5 * MINUTE_MS);
    await publisher.complete(reportAt(clock, manyFindings(120)));
    expect(runs()).toMatchObject([{ status: 'completed', conclusion: 'neutral' }]);
    expect(completions()).toHaveLength(1);
    const lines = runs()[0]?.annotations.map((annotation) => annotation.start_line);
    expect(lines).toEqual(Array.from({ length: 120 }, (_none, index) => index + 1));
    expect(runs()[0]?.summary).not.toContain('could not be shown on their lines');
  });

  it.each(OUTAGES)('with %s at the beginning opens one check', async (_name, fault) => {
    const { publisher, clock } = aPublisher();
    clock.fail(CHECKS, fault, 5 * MINUTE_MS);
    await publisher.open(start());
    await publisher.complete(reportAt(clock));
    expect(runs()).toMatchObject([{ status: 'completed', externalId: 'run-1' }]);
    expect(completions()).toHaveLength(1);
  });

  it('is waited out with pauses that grow to a minute, each told with the run', async () => {
    const { publisher, clock, log } = aPublisher();
    await publisher.open(start());
    clock.fail(CHECKS, { status: 502 }, 5 * MINUTE_MS);
    await publisher.complete(reportAt(clock));
    const pauses = clock.sleptMs.filter((ms) => ms >= 5_000);
    expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
    expect(log.messages.filter((message) => message === 'check-held')).toHaveLength(7);
    expect(log.messages).not.toContain('check-left-open');
  });
});

describe('P16: limits of GitHub', () => {
  it('waits for a primary limit to reset in 20 minutes, without asking before', async () => {
    const { publisher, clock } = aPublisher();
    await publisher.open(start());
    const resetsAtMs = clock.now() + 20 * MINUTE_MS;
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(resetsAtMs / 1_000) };
    const fault = { status: 403, body: { message: 'API rate limit exceeded for installation.' }, headers };
    clock.fail(CHECKS, fault, 20 * MINUTE_MS);
    world.clearRequests();
    await publisher.complete(reportAt(clock));
    expect(clock.now()).toBeGreaterThanOrEqual(resetsAtMs);
    expect(completions()).toHaveLength(1);
    expect(world.requests.filter(({ status }) => status === 403)).toHaveLength(1);
  });

  it('obeys Retry-After of a server error', async () => {
    const { publisher, clock } = aPublisher();
    await publisher.open(start());
    clock.fail(CHECKS, { status: 503, headers: { 'retry-after': '1800' } }, 30 * MINUTE_MS);
    const beganMs = clock.now();
    await publisher.complete(reportAt(clock));
    expect(clock.now() - beganMs).toBeGreaterThanOrEqual(30 * MINUTE_MS);
    expect(completions()).toHaveLength(1);
  });

  it('gives up on a limit of more than six hours at once, and leaves the check as it is', async () => {
    const { publisher, clock, log } = aPublisher();
    await publisher.open(start());
    clock.fail(CHECKS, { secondaryLimit: { retryAfterSeconds: 7 * 3_600 } }, 7 * HOUR_MS);
    await expect(publisher.complete(reportAt(clock))).rejects.toMatchObject({ code: 'provider_rate_limited' });
    expect(log.messages).toEqual(['check-left-open']);
    expect(runs()).toMatchObject([{ status: 'in_progress' }]);
  });
});

describe('R05: what will not succeed', () => {
  it.each([
    ['403', { status: 403, body: { message: 'Resource not accessible by integration' } }],
    ['404', { status: 404, body: { message: 'Not Found' } }],
  ] as const)('is not tried again: a %s at the end is told once', async (_name, fault) => {
    const { publisher, clock, log } = aPublisher();
    await publisher.open(start());
    world.clearRequests();
    clock.fail(CHECKS, fault, HOUR_MS);
    await expect(publisher.complete(reportAt(clock))).rejects.toMatchObject({ code: 'provider_denied' });
    expect(log.messages.filter((message) => message === 'check-left-open')).toHaveLength(1);
    expect(log.messages).not.toContain('check-held');
    expect(world.requests).toHaveLength(1);
    expect(clock.sleptMs).toEqual([]);
  });

  it('a token that is still refused after a moment is not waited for', async () => {
    const { publisher, clock, log } = aPublisher();
    await publisher.open(start());
    clock.fail(CHECKS, { status: 401, body: { message: 'Bad credentials' } }, 24 * HOUR_MS);
    await expect(publisher.complete(reportAt(clock))).rejects.toMatchObject({
      code: 'provider_denied',
      help: expect.stringContaining('still installed'),
    });
    expect(clock.sleptMs).toEqual([2_000]);
    expect(log.messages).not.toContain('check-held');
  });

  it('a token that is refused again is not waited for either when the waits are spent', async () => {
    const { publisher, clock, log } = aPublisher();
    await publisher.open(start());
    world.faults.on({ ...CHECKS, times: 5 }, { secondaryLimit: { retryAfterSeconds: 1 } });
    clock.fail(CHECKS, { status: 401, body: { message: 'Bad credentials' } }, 24 * HOUR_MS);
    await expect(publisher.complete(reportAt(clock))).rejects.toMatchObject({ code: 'provider_denied' });
    expect(log.messages.filter((message) => message === 'check-held')).toHaveLength(1);
  });

  it('is not tried again when it ends an outage', async () => {
    const { publisher, clock, log } = aPublisher();
    await publisher.open(start());
    clock.fail({ ...CHECKS, times: 5 }, { status: 502 }, 24 * HOUR_MS);
    world.faults.on({ ...CHECKS, times }, { status: 404, body: { message: 'Not Found' } });
    await expect(publisher.complete(reportAt(clock))).rejects.toMatchObject({ code: 'provider_denied' });
    expect(log.messages.filter((message) => message === 'check-left-open')).toHaveLength(1);
  });
});

describe('a report that had to wait', () => {
  const stale: Completion = {
    kind: 'report',
    report: aReport({ conclusion: 'neutral', title: 'Stale: the head moved' }),
  };

  it('is preceded by another look at the target when the last one is old', async () => {
    const { publisher, clock } = aPublisher();
    await publisher.open(start());
    clock.fail(CHECKS, { status: 502 }, 5 * MINUTE_MS);
    const looksMs: number[] = [];
    await publisher.complete({ kind: 'report', report: aReport({ endedAtMs: clock.now() }) }, async () => {
      looksMs.push(clock.now());
      return stale;
    });
    expect(runs()).toMatchObject([{ status: 'completed', conclusion: 'neutral', title: 'Stale: the head moved' }]);
    expect(looksMs).toHaveLength(1);
  });

  it('is preceded by another look at the target however short the wait was', async () => {
    const { publisher, clock } = aPublisher();
    await publisher.open(start());
    clock.fail(CHECKS, { status: 502 }, 20_000);
    await publisher.complete({ kind: 'report', report: aReport({ endedAtMs: clock.now() }) }, async () => stale);
    expect(runs()).toMatchObject([{ conclusion: 'neutral', title: 'Stale: the head moved' }]);
  });

  it.each([
    ['was answered 502', { status: 502 }],
    ['met a secondary limit', { secondaryLimit: { retryAfterSeconds: 30 } }],
    ['met a young token', { status: 401, body: { message: 'Bad credentials' } }],
    ['was refused', { status: 422, body: { message: 'Invalid request.' } }],
  ] as const)('is preceded by another look when its conclusion %s and is sent again at once', async (_name, fault) => {
    const { publisher, clock, log } = aPublisher();
    await publisher.open(start());
    world.faults.on({ ...CHECKS, method: 'PATCH' }, fault);
    await publisher.complete({ kind: 'report', report: aReport({ endedAtMs: clock.now() }) }, async () => stale);
    expect(completions()).toMatchObject([{ conclusion: 'neutral', title: 'Stale: the head moved' }]);
    expect(log.messages).not.toContain('check-held');
  });

  it('is written without another look when it did not have to wait', async () => {
    const { publisher, clock } = aPublisher();
    await publisher.open(start());
    await publisher.complete({ kind: 'report', report: aReport({ endedAtMs: clock.now() }) }, async () => stale);
    expect(runs()).toMatchObject([{ conclusion: 'success' }]);
  });

  it('has every annotation once, save one that GitHub refused before', async () => {
    const clock = aClockWithOutage();
    const client = createGithubClient({ auth: token, apiUrl: world.url, fetch });
    let hasFailed = false;
    const { publisher } = aPublisher(clock, {
      octokit: {
        request: async (route, parameters) => {
          const said = JSON.stringify(parameters?.output ?? {});
          if (said.includes('"start_line":1,'))
            throw Object.assign(new Error('refused'), { response: { status: 422 } });
          if (said.includes('"start_line":55,') && !hasFailed) {
            hasFailed = true;
            clock.fail({ ...CHECKS, method: 'PATCH' }, { status: 502 }, 5 * MINUTE_MS);
          }
          return client.request(route, parameters);
        },
      },
    });
    await publisher.open(start());
    await publisher.complete(reportAt(clock, manyFindings(120)));
    const lines = runs()[0]?.annotations.map((annotation) => annotation.start_line);
    expect(lines).toEqual(Array.from({ length: 119 }, (_none, index) => index + 2));
    expect(runs()[0]?.summary).toContain('1 finding could not be shown on their lines');
  });
});

describe('annotations of a check that is tried again', () => {
  const REFUSED = Object.assign(new Error('refused'), { response: { status: 422 } });
  const ALL = Array.from({ length: 120 }, (_none, index) => index + 1);
  const lines = () => (runs()[0]?.annotations ?? []).map(({ start_line }) => start_line).sort((a, b) => a - b);

  /** GitHub, with something before every write of what a check says. */
  function aClientThat(meets: (said: string) => void): CheckPublisherInput['octokit'] {
    const client = createGithubClient({ auth: token, apiUrl: world.url, fetch });
    return {
      request: async (route, parameters) => {
        meets(JSON.stringify(parameters ?? {}));
        return client.request(route, parameters);
      },
    };
  }

  it('stand once each when a batch in their midst was given up before', async () => {
    const clock = aClockWithOutage();
    let failures = 0;
    let hasFailed = false;
    const octokit = aClientThat((said) => {
      if (said.includes('"start_line":1,') && failures < 3) {
        failures += 1;
        throw new Error('socket hang up');
      }
      if (said.includes('"conclusion"') && !hasFailed) {
        hasFailed = true;
        clock.fail(CHECKS, { status: 502 }, 5 * MINUTE_MS);
      }
    });
    const { publisher } = aPublisher(clock, { octokit });
    await publisher.open(start());
    await publisher.complete(reportAt(clock, manyFindings(120)));
    expect(lines()).toEqual(ALL);
    expect(runs()[0]?.summary).not.toContain('could not be shown on their lines');
  });

  it('stand once each when another process had one refused', async () => {
    const refuses = (said: string) => {
      if (said.includes('"start_line":1,')) throw REFUSED;
    };
    const first = aPublisher(aClockWithOutage(), {
      closing: AbortSignal.abort(),
      octokit: aClientThat((said) => {
        refuses(said);
        if (said.includes('"start_line":55,')) throw new Error('socket hang up');
        if (said.includes('"conclusion"')) throw new Error('socket hang up');
      }),
    });
    await first.publisher.open(start());
    await expect(first.publisher.complete(reportAt(first.clock, manyFindings(120)))).rejects.toThrow();
    const next = aPublisher(aClockWithOutage(), { isResumed: true, octokit: aClientThat(refuses) });
    await next.publisher.open(start());
    await next.publisher.complete(reportAt(next.clock, manyFindings(120)));
    expect(lines()).toEqual(ALL.slice(1));
    expect(runs()[0]?.summary).toContain('1 finding could not be shown on their lines');
  });
});

describe('a process that ends', () => {
  it('holds nothing any longer: the check stays as it is, and the log names the run', async () => {
    const closing = new AbortController();
    const { publisher, clock, log } = aPublisher(
      aClockWithOutage(() => closing.abort()),
      { closing: closing.signal },
    );
    await publisher.open(start());
    clock.fail(CHECKS, { secondaryLimit: { retryAfterSeconds: 600 } }, HOUR_MS);
    await expect(publisher.complete(reportAt(clock))).rejects.toMatchObject({ code: 'provider_rate_limited' });
    expect(log.messages).toEqual(['check-held', 'check-left-open']);
    expect(runs()).toMatchObject([{ status: 'in_progress' }]);
  });

  it('still makes the first try', async () => {
    const { publisher, clock } = aPublisher(aClockWithOutage(), { closing: AbortSignal.abort() });
    await publisher.open(start());
    world.faults.on({ ...CHECKS, method: 'PATCH' }, { status: 502 });
    await publisher.complete(reportAt(clock));
    expect(completions()).toHaveLength(1);
  });
});
