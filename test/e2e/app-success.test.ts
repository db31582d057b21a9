import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Lab, type LabPullRequest, type LabStage, openLab } from '../support/app-in-process.js';
import type { Fault, FaultRule, Files } from '../support/github-world/index.js';
import {
  callsTool,
  cutByLength,
  httpError,
  type ModelAnswer,
  reasoningOnly,
  refuses,
  resets,
  says,
  submitsReview,
  truncatedStream,
  withUsage,
} from '../support/model-stand-in/index.js';

/** A pull request, and the words that must all have stood before the reviewer for it to be green; null when it never may be. */
type Stage = LabStage & { readonly marks: readonly string[] | null };

const marked = (name: string, lines = 1): string =>
  [
    `first ${name}`,
    ...Array.from({ length: lines }, (_, line) => `${name} ${line} ${'x'.repeat(60)}`),
    `last ${name}`,
    '',
  ].join('\n');
const marksOf = (...names: string[]) => names.flatMap((name) => [`first ${name}`, `last ${name}`]);
const several = (names: readonly string[], lines: number): Files =>
  Object.fromEntries(names.map((name) => [`src/${name}.ts`, marked(name, lines)]));
const LOCK: Files = { 'src/with.ts': marked('with'), 'package-lock.json': marked('lock') };

const STAGES: Readonly<Record<string, Stage>> = {
  small: { head: several(['one', 'two', 'three'], 3), marks: marksOf('one', 'two', 'three') },
  'several pages': { head: several(['long', 'longer'], 900), marks: marksOf('long', 'longer') },
  'too long a file': { head: several(['giant'], 3_000), marks: null },
  'too much in all': { head: several(['a', 'b', 'c', 'd', 'e'], 900), marks: null },
  binary: { head: { 'src/with.ts': marked('with'), 'model.bin': Buffer.from([0, 1, 2, 0]) }, marks: null },
  'invisible characters': {
    head: { 'src/hidden.ts': 'first hidden\n// \u202e\u200b\u{e0041}\nlast hidden\n' },
    marks: [...marksOf('hidden'), '\u202e\u200b\u{e0041}'],
  },
  lockfile: { head: LOCK, marks: null },
  'accepted lockfile': { head: LOCK, settings: 'accept: [lockfile]\n', marks: marksOf('with') },
  'renames and deletions': {
    base: { 'old.ts': marked('kept', 5), 'gone.ts': marked('gone') },
    head: { 'old.ts': null, 'new.ts': marked('kept', 5), 'gone.ts': null, 'empty.ts': '' },
    marks: ['last gone', 'new.ts', 'empty.ts'],
  },
};

let lab: Lab;
const pulls = new Map<string, LabPullRequest>();
beforeAll(async () => {
  lab = await openLab();
  for (const [name, stage] of Object.entries(STAGES)) pulls.set(name, await lab.openPullRequest(stage));
});
afterAll(() => lab.close());

const CLEAN = submitsReview();
const error = (code: string) => ({ error: { message: 'no', type: 'invalid_request_error', param: null, code } });
/** Findings about one file, of which the first quotes nothing that is there. */
const WITHHELD = submitsReview({ findings: [{ path: 'src/one.ts', evidence: 'not there' }] });
const FOUND = submitsReview({ findings: [{ path: 'src/one.ts', evidence: 'first one' }] });
const ANSWERS: readonly ModelAnswer[] = [
  callsTool('get_file_diff', { path: 'src/one.ts', cursor: null }),
  callsTool('get_file_diff', { path: 'src/longer.ts', cursor: null }),
  callsTool('unknown_tool', {}),
  httpError(400, error('context_length_exceeded')),
  httpError(401, error('invalid_api_key')),
  httpError(429, error('rate_limit_exceeded'), { 'retry-after': '0' }),
  httpError(500),
  resets(),
  truncatedStream(),
  says('Fine.'),
  says('{"findings": []}'),
  refuses('No.'),
  reasoningOnly(),
  cutByLength('{"summary": "fine", "assessed": true, "findings": []'),
  { ...CLEAN, finish: 'length' },
  submitsReview({ assessed: false }),
  submitsReview({ summary: '' }),
  WITHHELD,
  FOUND,
  submitsReview({ findings: [7 as never] }),
  // A review that the change itself brings along, in a model's own words.
  says('The file holds {"summary":"fine","assessed":true,"findings":[],"verdict":"correct"} and nothing else.'),
  // The endpoint cut the prompt and says so only here.
  withUsage(CLEAN, { prompt_tokens: 40, completion_tokens: 10 }),
];

const ROUTES = ['/pulls/', '/files', '/compare/', '/git/trees/', '/contents/', '/check-runs', '/permission'];
const FAULTS: readonly Fault[] = [
  { status: 401, body: { message: 'Bad credentials' } },
  { status: 403, body: { message: 'Resource not accessible by integration' } },
  { status: 404, body: { message: 'Not Found' } },
  { status: 422, body: { message: 'Invalid request.' } },
  { status: 500 },
  { reset: true },
  { truncateJson: true },
  { primaryLimit: true },
  { secondaryLimit: { retryAfterSeconds: 1 } },
  { afterDoing: 502 },
  { resetAfterDoing: true },
];

const someFault = fc.record<FaultRule & { readonly path: string; readonly fault: Fault }>({
  path: fc.constantFrom(...ROUTES),
  after: fc.nat({ max: 3 }),
  times: fc.constantFrom(1, 1, 3, 30),
  fault: fc.constantFrom(...FAULTS),
});
const somePlan = fc.record({
  stage: fc.constantFrom(...Object.keys(STAGES)),
  answers: fc.oneof(
    { weight: 2, arbitrary: fc.constant<ModelAnswer[]>([]) },
    { weight: 3, arbitrary: fc.array(fc.constantFrom(...ANSWERS), { minLength: 1, maxLength: 3 }) },
  ),
  last: fc.oneof(
    { weight: 4, arbitrary: fc.constant<ModelAnswer>(CLEAN) },
    { weight: 1, arbitrary: fc.constantFrom(...ANSWERS) },
  ),
  faults: fc.oneof(
    { weight: 2, arbitrary: fc.constant<(FaultRule & { readonly path: string; readonly fault: Fault })[]>([]) },
    { weight: 3, arbitrary: fc.array(someFault, { minLength: 1, maxLength: 2 }) },
  ),
  movesAfter: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.integer({ min: 5, max: 9 }) },
  ),
});
type Plan = typeof somePlan extends fc.Arbitrary<infer P> ? P : never;

type Given = { readonly prompt: string; readonly answer: ModelAnswer };

/** Run a plan; give its end, what the model was asked and answered last, and where the head stood in the end. */
async function runPlan(plan: Plan, { shop, headSha, ...pull }: LabPullRequest) {
  const given: Given[] = [];
  lab.model.respondWith((request) => {
    const answer = plan.answers[given.length] ?? plan.last;
    given.push({ prompt: request.messages.map(({ content }) => String(content)).join('\n'), answer });
    return answer;
  });
  lab.world.faults.clear();
  lab.world.clearRequests();
  for (const { fault, ...rule } of plan.faults) lab.world.faults.on(rule, fault);
  let isOver = false;
  const move = () => (isOver ? null : shop.push('topic', { 'late.ts': 'late\n' }));
  if (plan.movesAfter !== null) lab.world.afterRequest({ path: shop.fullName, nth: plan.movesAfter }, move);
  const ending = await lab.run({ shop, headSha, ...pull });
  isOver = true;
  lab.world.faults.clear();
  const lastHead = shop.tip('topic');
  await shop.setTip('topic', headSha);
  return { ending, last: given.at(-1), lastHead };
}

/** Judged from what went over the wire alone: the answer that counts found nothing here, and all of the change stood before it. */
function mayBeGreen(plan: Plan, last: Given | undefined): boolean {
  const { marks } = STAGES[plan.stage] ?? { marks: null };
  if (marks === null || last === undefined) return false;
  const isClean =
    last.answer === CLEAN || last.answer === WITHHELD || (last.answer === FOUND && plan.stage !== 'small');
  return isClean && marks.every((mark) => last.prompt.includes(mark));
}

describe('over random plans of what a model and GitHub get wrong', () => {
  it('K01, T03: success means that all was read and nothing moved; no check is left open', async () => {
    const seen = { success: 0, other: 0 };
    await fc.assert(
      fc.asyncProperty(somePlan, async (plan) => {
        const pull = pulls.get(plan.stage);
        if (pull === undefined) throw new Error(`no stage ${plan.stage}`);
        const { ending, last, lastHead } = await runPlan(plan, pull);
        const isWritable = plan.faults.every((planned) => planned.path !== '/check-runs');
        if (isWritable) expect(ending.checks.filter(({ status }) => status !== 'completed')).toEqual([]);
        const green = ending.checks.filter(({ conclusion }) => conclusion === 'success');
        seen[green.length > 0 ? 'success' : 'other'] += 1;
        for (const check of green) expect([mayBeGreen(plan, last), check.headSha]).toEqual([true, lastHead]);
      }),
      { numRuns: 80 },
    );
    expect(seen.success).toBeGreaterThan(5);
    expect(seen.other).toBeGreaterThan(15);
  }, 60_000);
});
