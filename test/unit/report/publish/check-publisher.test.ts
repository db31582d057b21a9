import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createGithubClient } from '../../../../src/provider/github/index.js';
import { type CheckPublisherInput, createCheckPublisher } from '../../../../src/report/publish/check-publisher.js';
import type { Report } from '../../../../src/review/model/report.js';
import type { Completion } from '../../../../src/review/ports/index.js';
import { aFinding } from '../../../support/builders/finding.js';
import { aReport } from '../../../support/builders/report.js';
import { aReportWith, manyFindings } from '../../../support/builders/report-cases.js';
import { aRememberingLog, aSleepingClock } from '../../../support/builders/report-publishing.js';
import { ask, mintInstallationToken } from '../../../support/github-world/client.js';
import {
  createGithubWorld,
  type Fault,
  type GithubWorld,
  type RepositoryHandle,
} from '../../../support/github-world/index.js';

let world: GithubWorld;
let shop: RepositoryHandle;
let token: string;
let headSha: string;
let commits = 0;

beforeAll(async () => {
  world = await createGithubWorld();
  world.limits.contentWritesPerMinute = 100_000;
  world.limits.contentWritesPerHour = 100_000;
  world.limits.requestsPerHour = 100_000;
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

function aPublisher(overrides: Partial<CheckPublisherInput> = {}) {
  const clock = aSleepingClock();
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
const done = (report: Report): Completion => ({ kind: 'report', report });
const runs = () => world.checkRuns('octo/shop', { headSha });
const writes = () => world.countWrites({ path: '/check-runs' });

/** Open, complete, and give back the only run there must be. */
async function publish(report: Report, overrides: Partial<CheckPublisherInput> = {}) {
  const { publisher, clock, log } = aPublisher(overrides);
  await publisher.open(start());
  await publisher.complete(done(report));
  const [run, ...others] = runs();
  expect(others).toEqual([]);
  if (run === undefined) throw new Error('there is no check run');
  return { run, clock, log };
}

describe('a check run without trouble', () => {
  it('takes one write to open and one to complete', async () => {
    const { run } = await publish(aReport());
    expect(writes()).toBe(2);
    expect(run).toMatchObject({
      name: 'Review',
      externalId: 'run-1',
      status: 'completed',
      conclusion: 'success',
      title: 'No findings in 1 of 1 file',
    });
    expect(run.history.map(({ status }) => status)).toEqual(['in_progress', 'completed']);
  });

  it('is queued first when the run has to wait', async () => {
    const { publisher } = aPublisher();
    await publisher.open({ headSha, isQueued: true });
    expect(runs()[0]).toMatchObject({ status: 'queued', title: 'Queued' });
  });

  it.each([
    [0, 2],
    [1, 2],
    [49, 2],
    [50, 2],
    [51, 3],
    [99, 3],
    [100, 3],
    [101, 4],
    [1_000, 5],
  ])('N04, P03, T04: carries %i findings in %i writes, completion last', async (count, expectedWrites) => {
    const { run } = await publish(aReportWith(manyFindings(count)));
    expect(writes()).toBe(expectedWrites);
    expect(run.annotations).toHaveLength(Math.min(count, 200));
    expect(run.history.map(({ status }) => status).indexOf('completed')).toBe(expectedWrites - 1);
  });

  it.each(['😀'.repeat(40_000), '数'.repeat(30_000), '👨‍👩‍👧‍👦'.repeat(4_000)])(
    'P01: is taken by GitHub at the first try, however wide its text is',
    async (body) => {
      const { run, log } = await publish(aReportWith(manyFindings(30, { body, evidence: body })));
      expect(writes()).toBe(2);
      expect(run).toMatchObject({ status: 'completed', conclusion: 'neutral' });
      expect(run.annotations).toHaveLength(30);
      expect(log.messages).toEqual([]);
    },
  );

  it('P09: is taken by GitHub when findings have no title and no body', async () => {
    const { run } = await publish(aReportWith(manyFindings(3, { title: '', body: ' ', evidence: '' })));
    expect(writes()).toBe(2);
    expect(run.annotations).toHaveLength(3);
  });

  it('P16: leaves a second between two writes of a batch', async () => {
    const { clock } = await publish(aReportWith(manyFindings(101)));
    expect(clock.sleptMs).toEqual([1_000, 1_000]);
  });

  it('W10: opens one check, however often it is asked to', async () => {
    const { publisher } = aPublisher();
    await Promise.all([publisher.open(start()), publisher.open(start())]);
    await publisher.open(start());
    expect(writes()).toBe(1);
  });

  it('completes once, however often it is asked to', async () => {
    const { publisher } = aPublisher();
    await publisher.open(start());
    await Promise.all([publisher.complete(done(aReport())), publisher.complete(done(aReport()))]);
    await publisher.complete(done(aReport()));
    expect(writes()).toBe(2);
  });

  it('D13: completes with a notice when no review took place', async () => {
    const { publisher } = aPublisher();
    await publisher.open(start());
    await publisher.complete({ kind: 'notice', conclusion: 'skipped', title: 'Skipped: draft', lines: ['A draft.'] });
    expect(runs()[0]).toMatchObject({ conclusion: 'skipped', title: 'Skipped: draft', summary: 'A draft.' });
  });

  it('names the other pull requests of the head and takes their worst conclusion', async () => {
    const readOthers = async () => [{ pullRequest: 13, conclusion: 'failure', title: null } as const];
    const { run } = await publish(aReport(), { readOthers });
    expect(run).toMatchObject({ conclusion: 'failure' });
  });

  it('Q05: completes also when nothing can be learnt of other pull requests', async () => {
    const { run, log } = await publish(aReport(), { readOthers: () => Promise.reject(new Error('GitHub is away')) });
    expect(run.status).toBe('completed');
    expect(log.messages).toEqual(['check-others-unknown']);
  });

  it('rejects a completion that comes before it was opened', async () => {
    await expect(aPublisher().publisher.complete(done(aReport()))).rejects.toMatchObject({ code: 'invariant_broken' });
  });
});

const FAULTS: readonly (readonly [string, Fault])[] = [
  ['is answered 502', { status: 502 }],
  ['is done and answered 502', { afterDoing: 502 }],
  ['is cut off', { reset: true }],
  ['is done and cut off', { resetAfterDoing: true }],
  ['is answered with half an answer', { truncateJson: true }],
  ['meets a secondary limit', { secondaryLimit: { retryAfterSeconds: 7 } }],
  ['meets a young token', { status: 401, body: { message: 'Bad credentials' } }],
];

describe('C10, P05, P15, Q05: a fault at any write leaves one completed check with every annotation once', () => {
  const cases = FAULTS.flatMap(([name, fault]) => [0, 1, 2, 3].map((nth) => [nth, name, fault] as const));

  it.each(cases)('write %i %s', async (nth, _name, fault) => {
    const isWrite = /\/check-runs(\/\d+)?$/;
    const method = nth === 0 ? 'POST' : 'PATCH';
    world.faults.on({ method, path: isWrite, after: Math.max(0, nth - 1) }, fault);
    const { run } = await publish(aReportWith(manyFindings(120)));
    expect(run).toMatchObject({ status: 'completed', conclusion: 'neutral' });
    const lines = run.annotations.map((annotation) => annotation.start_line);
    expect(lines).toEqual(Array.from({ length: 120 }, (_none, index) => index + 1));
  });

  it.each([
    ['refused', { status: 422, body: { message: 'Invalid request.' } }, 25],
    ['answered 502', { status: 502 }, 7],
  ])('completes with a note when every write of annotations is %s', async (_name, fault, times) => {
    world.faults.on({ method: 'PATCH', path: '/check-runs', times }, fault);
    const { run } = await publish(aReportWith(manyFindings(60)));
    expect(run).toMatchObject({ status: 'completed', conclusion: 'neutral', annotations: [] });
    expect(run.summary).toContain('60 findings could not be shown on their lines');
    expect(run.summary).toContain('**F60 · Defect 60**');
  });

  it('says so when not even the text can be written', async () => {
    world.faults.on({ method: 'PATCH', path: '/check-runs', times: 2 }, { status: 422, body: { message: 'Invalid.' } });
    const { run } = await publish(aReport());
    expect(run).toMatchObject({
      status: 'completed',
      conclusion: 'neutral',
      title: 'Reviewed, but the report could not be written',
    });
  });
});

describe('P06: one annotation that GitHub refuses', () => {
  /** GitHub knows reasons of its own; the world refuses this line when it is asked to. */
  const refusesLine = (line: number): CheckPublisherInput['octokit'] => {
    const client = createGithubClient({ auth: token, apiUrl: world.url, fetch });
    return {
      request: (route, parameters) => {
        const text = JSON.stringify(parameters?.output ?? {});
        const isRefused = text.includes(`"start_line":${line},`);
        if (isRefused)
          return Promise.reject(Object.assign(new Error('annotations invalid'), { response: { status: 422 } }));
        return client.request(route, parameters);
      },
    };
  };

  it.each([1, 37, 60])('loses only itself, at place %i of 60', async (line) => {
    const { run } = await publish(aReportWith(manyFindings(60)), { octokit: refusesLine(line) });
    expect(run.status).toBe('completed');
    expect(run.annotations).toHaveLength(59);
    expect(run.annotations.some((annotation) => annotation.start_line === line)).toBe(false);
    expect(run.summary).toContain('1 finding could not be shown on their lines');
  });
});

describe('limits', () => {
  it('P16: waits as long as GitHub says', async () => {
    world.faults.on({ method: 'POST', path: '/check-runs' }, { secondaryLimit: { retryAfterSeconds: 60 } });
    const { clock } = await publish(aReport());
    expect(clock.sleptMs).toEqual([60_000]);
  });
});

describe('R05: missing permissions', () => {
  it('are told once, with what to do, and GitHub is not asked again', async () => {
    world.setAppPermission('checks', 'read');
    const { publisher, log } = aPublisher();
    try {
      await expect(publisher.open(start())).rejects.toMatchObject({
        code: 'provider_denied',
        help: expect.stringContaining('Checks: read and write'),
      });
      await expect(publisher.open(start())).rejects.toMatchObject({ code: 'provider_denied' });
      await expect(publisher.complete(done(aReport()))).rejects.toMatchObject({ code: 'provider_denied' });
    } finally {
      world.setAppPermission('checks', 'write');
    }
    expect(writes()).toBe(1);
    expect(log.messages).toEqual(['check-refused']);
  });
});

describe('P29: a run that was interrupted', () => {
  it('finds the check it had opened and does not open a second one', async () => {
    await aPublisher().publisher.open(start());
    const { run } = await publish(aReport(), { isResumed: true });
    expect(run.status).toBe('completed');
    expect(writes()).toBe(2);
  });

  it('does not send annotations again that stand already', async () => {
    const { publisher } = aPublisher();
    await publisher.open(start());
    world.faults.on(
      { method: 'PATCH', path: '/check-runs', after: 1 },
      { secondaryLimit: { retryAfterSeconds: 99_999 } },
    );
    await expect(publisher.complete(done(aReportWith(manyFindings(120))))).rejects.toThrow();
    const { run } = await publish(aReportWith(manyFindings(120)), { isResumed: true });
    expect(run.annotations.map(({ start_line }) => start_line)).toEqual(
      Array.from({ length: 120 }, (_none, index) => index + 1),
    );
  });

  it('leaves a check that is completed as it is', async () => {
    await publish(aReport());
    await publish(aReportWith([aFinding()], { conclusion: 'failure' }), { isResumed: true });
    expect(runs()).toMatchObject([{ conclusion: 'success' }]);
    expect(writes()).toBe(2);
  });

  it('finds its own among many runs of one name', async () => {
    for (let index = 0; index < 101; index += 1) {
      await ask(world, token, '/repos/octo/shop/check-runs', {
        method: 'POST',
        body: { name: 'Review', head_sha: headSha, external_id: index === 0 ? 'run-1' : `other-${index}` },
      });
    }
    const { publisher } = aPublisher({ isResumed: true });
    await publisher.open(start());
    expect(runs()).toHaveLength(101);
  });

  it('opens a check of its own beside one of another run', async () => {
    await aPublisher({ check: { runId: 'run-0', name: 'Review', pullRequest: 12 } }).publisher.open(start());
    await aPublisher({ isResumed: true }).publisher.open(start());
    expect(
      runs()
        .map(({ externalId }) => externalId)
        .sort(),
    ).toEqual(['run-0', 'run-1']);
  });
});

describe('progress', () => {
  it('is written while the check is open and never after', async () => {
    const { publisher } = aPublisher();
    await publisher.open(start());
    publisher.progress({ kind: 'read', fileCount: 12 });
    await publisher.complete(done(aReport()));
    publisher.progress({ kind: 'rechecking' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(runs()[0]?.history.map(({ title }) => title)).toEqual([
      'Starting',
      'Reading 12 files',
      'No findings in 1 of 1 file',
    ]);
  });

  it.each(FAULTS)('costs nothing when an edit %s', async (_name, fault) => {
    const { publisher, clock } = aPublisher();
    await publisher.open(start());
    world.faults.on({ method: 'PATCH', path: '/check-runs' }, fault);
    publisher.progress({ kind: 'reviewing' });
    await publisher.complete(done(aReport()));
    expect(runs()).toMatchObject([{ status: 'completed', conclusion: 'success' }]);
    // The interval before the edit; nothing waits because of its failure.
    expect(clock.sleptMs).toEqual([5_000]);
  });
});
