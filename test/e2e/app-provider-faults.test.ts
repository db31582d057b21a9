import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RepositoryIntent } from '../../src/review/index.js';
import {
  LAB_API_KEY,
  type Lab,
  type LabPullRequest,
  type LabRun,
  openLab,
  repositoryOf,
} from '../support/app-in-process.js';
import type { Fault, FaultRule } from '../support/github-world/index.js';
import { expectNoLeaks, SOURCE_MARKER } from '../support/leaks.js';
import { submitsReview } from '../support/model-stand-in/index.js';

let lab: Lab;
let pull: LabPullRequest;
beforeAll(async () => {
  lab = await openLab();
  pull = await lab.openPullRequest({
    base: { 'src/charge.ts': 'old\n', 'AGENTS.md': '- Every amount is in cents.\n' },
    head: { 'src/charge.ts': `export const ${SOURCE_MARKER} = 1;\n` },
    settings: 'fail_on: high\n',
  });
});
beforeEach(() => {
  lab.world.clearRequests();
  lab.world.faults.clear();
});
afterAll(() => lab.close());

const actor = { login: 'ada', isBot: false };
const pushed = (): LabRun => ({ trigger: { kind: 'pushed', actor }, headSha: pull.headSha });

async function runUnder(rule: FaultRule, fault: Fault, options: LabRun = {}) {
  lab.world.faults.on(rule, fault);
  const ending = await lab.run(pull, options);
  const writes = lab.world.requests.map(({ body }) => JSON.stringify(body)).join('\n');
  expectNoLeaks({ logs: ending.logs, writes }, [LAB_API_KEY, lab.token]);
  return ending;
}

const BAD_CREDENTIALS: Fault = { status: 401, body: { message: 'Bad credentials' } };
/** Faults that may be over the next moment: a read is tried again. */
const PASSING: readonly (readonly [string, Fault])[] = [
  ['401 of a young token', BAD_CREDENTIALS],
  ['429', { status: 429 }],
  ['500', { status: 500 }],
  ['502 as a web page', { status: 502, body: '<html>Unicorn</html>' }],
  ['a reset', { reset: true }],
  ['half of the JSON', { truncateJson: true }],
  ['a secondary limit', { secondaryLimit: { retryAfterSeconds: 1 } }],
];
/** Faults that no second try helps against. */
const LASTING: readonly (readonly [string, Fault])[] = [
  ['401', { status: 401, body: { message: 'Requires authentication' } }],
  ['403', { status: 403, body: { message: 'Resource not accessible by integration' } }],
  ['404', { status: 404, body: { message: 'Not Found' } }],
  ['422', { status: 422, body: { message: 'Unprocessable' } }],
  ['the hourly limit', { primaryLimit: true }],
  ['a long secondary limit', { secondaryLimit: { retryAfterSeconds: 3_600 } }],
];

const UNREAD = 'Not reviewed: the change could not be read';
const UNKNOWN = 'Unknown: the target could not be read again (no findings in 1 of 1 file)';
const CLEAN = 'No findings in 1 of 1 file';

type ReadRoute = {
  readonly path: string | RegExp;
  readonly after: number;
  readonly conclusion: string;
  readonly title: string;
};

const DETAIL = /\/pulls\/\d+$/;
const READ_ROUTES: readonly (readonly [string, ReadRoute])[] = [
  ['the merge base', { path: '/compare/', after: 0, conclusion: 'neutral', title: UNREAD }],
  ['the files', { path: /\/files$/, after: 0, conclusion: 'neutral', title: UNREAD }],
  ['the check of the listing', { path: DETAIL, after: 1, conclusion: 'neutral', title: UNREAD }],
  ['the merge base at the end', { path: '/compare/', after: 1, conclusion: 'neutral', title: UNKNOWN }],
  ['the pull request at the end', { path: DETAIL, after: 2, conclusion: 'neutral', title: UNKNOWN }],
];
const times = Number.POSITIVE_INFINITY;

describe.each(READ_ROUTES)('%s cannot be read', (_route, { path, after, conclusion, title }) => {
  it.each(LASTING)('for %s: the check says so, and never success', async (_name, fault) => {
    const { checks, rejection } = await runUnder({ path, after, times, method: 'GET' }, fault);
    expect(checks).toMatchObject([{ status: 'completed', conclusion, title, headSha: pull.headSha }]);
    expect(checks[0]?.summary).toMatch(/GitHub/);
    expect(rejection).toBeNull();
  });

  it.each(PASSING.filter(([name]) => name !== 'half of the JSON'))('for ever, with %s', async (_name, fault) => {
    const { checks } = await runUnder({ path, after, times, method: 'GET' }, fault);
    expect(checks).toMatchObject([{ status: 'completed', conclusion, title }]);
  });

  it.each(PASSING)('once, with %s: nothing is lost', async (_name, fault) => {
    const { checks } = await runUnder({ path, after, method: 'GET' }, fault);
    expect(checks).toMatchObject([{ status: 'completed', conclusion: 'success', title: CLEAN }]);
  });
});

describe('what a review begins with', () => {
  const pages = [
    ['the pull request', DETAIL],
    ['the settings', /plumbline\.yml/],
  ] as const;
  const lasting = [...LASTING.filter(([name]) => name !== '404'), ['500 for ever', { status: 500 } as Fault] as const];
  const cases = pages.flatMap(([what, path]) => lasting.map(([name, fault]) => ({ what, path, name, fault })));

  it.each(cases)('$what with $name: a push gets a check that blocks under any settings', async (given) => {
    const { checks, rejection } = await runUnder({ path: given.path, times }, given.fault, pushed());
    const title = `Not reviewed: ${given.what} could not be read`;
    expect(checks).toMatchObject([
      { status: 'completed', conclusion: 'action_required', title, headSha: pull.headSha },
    ]);
    expect(rejection).toBeNull();
  });

  it('a comment on a pull request that cannot be read gets a reaction: no commit is known', async () => {
    const other = await lab.openPullRequest();
    lab.world.faults.on({ path: DETAIL, times }, { status: 500 });
    const { checks, rejection } = await lab.run(other);
    expect({ checks, rejection }).toEqual({ checks: [], rejection: null });
    expect(reactionsOf(other)).toEqual(['confused']);
  });

  it('a comment whose settings cannot be read gets both', async () => {
    const other = await lab.openPullRequest();
    lab.world.faults.on({ path: /plumbline\.yml/, times }, { status: 500 });
    const { checks } = await lab.run(other);
    expect(checks).toMatchObject([
      { conclusion: 'action_required', title: 'Not reviewed: the settings could not be read' },
    ]);
    expect(reactionsOf(other)).toEqual(['confused']);
  });

  it('a settings file that is no text file is told, and the defaults apply', async () => {
    const other = await lab.openPullRequest({ base: { 'a.ts': 'a\n', '.github/plumbline.yml': Buffer.from([0, 1]) } });
    const { checks } = await lab.run(other);
    expect(checks).toMatchObject([{ status: 'completed', conclusion: 'success' }]);
    expect(checks[0]?.summary).toContain('is no text file');
  });

  it.each([...LASTING, ...PASSING])(
    'T19: a permission that ends in %s for ever starts nothing',
    async (_name, fault) => {
      const other = { ...pull, commentId: pull.shop.comment(pull.number, { body: '/review' }).id };
      lab.world.faults.on({ path: '/permission', times }, fault);
      const { checks } = await lab.run(other);
      expect(checks).toEqual([]);
      expect(reactionsOf(other)).toEqual(['-1']);
    },
  );

  it('the pull requests of a commit cannot be listed: the commit’s check says so', async () => {
    const intent = {
      ...intentOf(pull),
      pullRequest: null,
      headSha: pull.headSha,
      trigger: { kind: 'rerequested', actor },
    } as const;
    const { checks } = await runUnder({ path: /\/pulls$/, times }, { status: 500 }, { intent });
    expect(checks).toMatchObject([{ conclusion: 'action_required', headSha: pull.headSha }]);
  });
});

describe('what a review can do without', () => {
  const extras = [
    ['the tree of the base', /\/graphql$|\/git\/trees\//],
    ['the instructions of the base', /\/graphql$|AGENTS\.md/],
  ] as const;
  const cases = extras.flatMap(([what, path]) =>
    [...LASTING, ...PASSING].map(([name, fault]) => ({ what, path, name, fault })),
  );

  it.each(cases)('$what with $name for ever: read without, and told', async ({ path, fault }) => {
    const { checks } = await runUnder({ path, times }, fault);
    expect(checks).toMatchObject([{ status: 'completed', title: CLEAN }]);
    expect(checks[0]?.summary).toContain('Not every instruction file of the base could be read.');
  });

  it.each([...LASTING, ...PASSING])(
    'files read together that end in %s for ever: read one by one, and nothing is lost',
    async (_name, fault) => {
      const { checks } = await runUnder({ path: /\/graphql$/, times }, fault);
      expect(checks).toMatchObject([{ status: 'completed', title: CLEAN }]);
      expect(checks[0]?.summary).not.toContain('Not every instruction file');
    },
  );

  it.each([...LASTING, ...PASSING])('a reaction that ends in %s costs nothing', async (_name, fault) => {
    const { checks, rejection } = await runUnder({ path: '/reactions', times }, fault);
    expect(checks).toMatchObject([{ status: 'completed', conclusion: 'success' }]);
    expect(rejection).toBeNull();
  });
});

describe('a patch that has to be computed and cannot be', () => {
  it.each(LASTING)('with %s: the file is named and blocks success', async (_name, fault) => {
    pull.shop.rewriteFiles(pull.number, (files) => files.map(({ patch: _patch, ...file }) => file));
    const { checks } = await runUnder({ path: /\/graphql$|src%2Fcharge\.ts/, times }, fault);
    pull.shop.rewriteFiles(pull.number, (files) => [...files]);
    expect(checks).toMatchObject([{ status: 'completed', conclusion: 'neutral' }]);
    expect(checks[0]?.summary).toContain('src/charge.ts');
  });
});

const DOUBTFUL: readonly (readonly [string, Fault])[] = [
  ['500', { status: 500 }],
  ['502', { status: 502 }],
  ['a reset', { reset: true }],
  ['502 after doing it', { afterDoing: 502 }],
  ['a reset after doing it', { resetAfterDoing: true }],
  ['a secondary limit', { secondaryLimit: { retryAfterSeconds: 1 } }],
  ['401 of a young token', BAD_CREDENTIALS],
];
const CREATE = { method: 'POST', path: /\/check-runs$/ };
const UPDATE = { method: 'PATCH', path: '/check-runs/' };

describe('writes of the check', () => {
  it.each(DOUBTFUL)('its creation with %s: one check, completed', async (_name, fault) => {
    const { checks, rejection } = await runUnder(CREATE, fault);
    expect(checks).toMatchObject([{ status: 'completed', conclusion: 'success', title: CLEAN }]);
    expect(rejection).toBeNull();
  });

  it.each(DOUBTFUL)('its completion with %s: completed all the same', async (_name, fault) => {
    const { checks, rejection } = await runUnder(UPDATE, fault);
    expect(checks).toMatchObject([{ status: 'completed', conclusion: 'success', title: CLEAN }]);
    expect(rejection).toBeNull();
  });

  it.each(DOUBTFUL)('its progress with %s: completed all the same', async (_name, fault) => {
    const { checks } = await runUnder({ ...UPDATE, times: 2 }, fault, { minProgressIntervalMs: 0 });
    expect(checks).toMatchObject([{ status: 'completed', conclusion: 'success', title: CLEAN }]);
  });

  it('a completion whose text is refused says so, and is no success', async () => {
    const { checks } = await runUnder({ ...UPDATE, times: 2 }, { status: 422, body: { message: 'Invalid request.' } });
    expect(checks).toMatchObject([
      { status: 'completed', conclusion: 'neutral', title: 'Reviewed, but the report could not be written' },
    ]);
  });

  it.each([
    ['403', { status: 403, body: { message: 'Resource not accessible by integration' } }],
    ['422', { status: 422, body: { message: 'No commit found for SHA' } }],
  ] as const)(
    'R05: a check that may not be created with %s: told once in the log, and by a reaction',
    async (_name, fault) => {
      const other = { ...pull, commentId: pull.shop.comment(pull.number, { body: '/review' }).id };
      const before = lab.model.requests.length;
      lab.world.faults.on({ ...CREATE, times }, fault);
      const { checks, rejection } = await lab.run(other);
      expect(checks).toEqual([]);
      expect(String(rejection)).toMatch(/check-runs/);
      expect(reactionsOf(other)).toEqual(['eyes', 'confused']);
      expect(lab.world.countWrites(CREATE)).toBe(1);
      expect(lab.model.requests.length).toBe(before);
    },
  );
});

describe('T04, P05: findings that take several writes', () => {
  const rows = Array.from({ length: 120 }, (_, row) => `row ${row}\n//\n//\n`).join('');
  const findings = Array.from({ length: 120 }, (_, row) => {
    const title = `Argument ${row} overflows buffer ${row} of channel ${row}`;
    return { path: 'src/rows.ts', evidence: `row ${row}`, title };
  });
  const cases = DOUBTFUL.flatMap(([name, fault]) => [0, 1, 2].map((after) => ({ name, fault, after })));
  let wide: LabPullRequest;
  beforeAll(async () => {
    wide = await lab.openPullRequest({ head: { 'src/rows.ts': rows } });
    lab.model.respondWith(() => submitsReview({ findings }));
  });
  afterAll(() => lab.model.respondWith(() => undefined));

  it.each(cases)(
    'write $after with $name: one completed check with every annotation once',
    async ({ after, fault }) => {
      lab.world.faults.on({ ...UPDATE, after }, fault);
      const { checks } = await lab.run(wide);
      expect(checks).toMatchObject([{ status: 'completed', title: '120 medium in 1 of 1 file' }]);
      const lines = checks[0]?.annotations.map(({ start_line }) => start_line);
      expect(lines).toEqual(findings.map((_finding, row) => 3 * row + 1));
    },
  );
});

describe('other pull requests of the same commit', () => {
  const LIST = /commits\/[0-9a-f]+\/check-runs$/;

  it.each([...LASTING, ...PASSING])(
    'that cannot be read, with %s for ever: no success for all',
    async (_name, fault) => {
      const { checks } = await runUnder({ path: LIST, method: 'GET', times }, fault);
      expect(checks).toMatchObject([{ status: 'completed', conclusion: 'neutral', title: CLEAN }]);
      expect(checks[0]?.summary).toContain('does not claim success for all');
    },
  );

  it.each(PASSING)('that cannot be read once, with %s: nothing is lost', async (_name, fault) => {
    const { checks } = await runUnder({ path: LIST, method: 'GET' }, fault);
    expect(checks).toMatchObject([{ status: 'completed', conclusion: 'success' }]);
  });
});

describe('a merge queue', () => {
  const group = (): RepositoryIntent => ({
    ...intentOf(pull),
    kind: 'merge_group',
    headSha: pull.headSha,
    headRef: `refs/heads/gh-readonly-queue/main/pr-${pull.number}-${pull.headSha}`,
    baseRef: 'main',
  });

  it.each([
    ['the settings', /plumbline\.yml/, 'action_required'],
    ['the pull request', DETAIL, 'action_required'],
    ['its checks', /commits\/[0-9a-f]+\/check-runs$/, 'action_required'],
  ])('does not wait for ever when %s cannot be read', async (_what, path, conclusion) => {
    const { checks } = await runUnder({ path, method: 'GET', times }, { status: 500 }, { intent: group() });
    expect(checks).toMatchObject([{ status: 'completed', conclusion }]);
  });
});

function intentOf(of: LabPullRequest) {
  return {
    kind: 'review',
    deliveryId: '',
    installationId: lab.world.installationId,
    repository: repositoryOf(of),
  } as const;
}

function reactionsOf({ shop, number, commentId }: LabPullRequest): readonly string[] {
  const comment = shop.comments(number).find(({ id }) => id === commentId);
  return comment?.reactions.map(({ content }) => content) ?? [];
}
