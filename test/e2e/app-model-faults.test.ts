import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LAB_API_KEY, type Lab, type LabPullRequest, type LabRun, openLab } from '../support/app-in-process.js';
import { jumpingClock } from '../support/jumping-clock.js';
import { expectNoLeaks, SOURCE_MARKER } from '../support/leaks.js';
import {
  callsTool,
  callsTools,
  contentFilter,
  cutByLength,
  drips,
  emptyStream,
  htmlPage,
  httpError,
  type ModelAnswer,
  rawBody,
  reasoningOnly,
  refuses,
  resets,
  says,
  stallsAfter,
  submitsReview,
  truncatedStream,
  withThink,
} from '../support/model-stand-in/index.js';

const MARKED = { 'src/charge.ts': `export const ${SOURCE_MARKER} = 1;\n` };

let lab: Lab;
let pull: LabPullRequest;
beforeAll(async () => {
  lab = await openLab();
  pull = await lab.openPullRequest({ head: MARKED });
});
beforeEach(() => lab.world.clearRequests());
afterAll(() => lab.close());

/** Review with a model that gives these answers, the last of them for ever. */
async function reviewWith(answers: readonly ModelAnswer[], options: LabRun = {}, on = pull) {
  const before = lab.model.requests.length;
  let given = 0;
  lab.model.respondWith(() => {
    given += 1;
    return answers[Math.min(given, answers.length) - 1];
  });
  const { checks, logs, rejection } = await lab.run(on, options);
  const [check] = checks;
  if (check === undefined || checks.length > 1) throw new Error(`${checks.length} checks: ${logs}`);
  const writes = lab.world.requests.map(({ body }) => JSON.stringify(body)).join('\n');
  expectNoLeaks({ logs, writes }, [LAB_API_KEY, lab.token]);
  return { check, logs, rejection, requests: lab.model.requests.length - before };
}

const openaiError = (message: string, code: string | null = null) => ({
  error: { message, type: 'invalid_request_error', param: null, code },
});

/** An endpoint that repeats what it was sent: the key and the change. */
const ECHO = openaiError(`Bad request by ${LAB_API_KEY}: +export const ${SOURCE_MARKER} = 1;`);
const UNREADABLE = 'Not reviewed: unreadable answer of the endpoint';
const UNUSABLE = 'Not reviewed: no usable answer';
const IN_WORDS = 'Not reviewed: an answer without a review';
const OVERLOADED = 'Not reviewed: provider overloaded';
const TOO_LARGE = 'Not reviewed: too large for the model';
const REFUSED = 'Not reviewed: the model refused';
const LIMITED = 'Not reviewed: provider rate limit (429)';
const REVIEW = { summary: 'All fine.', assessed: true, findings: [], verdict: 'correct' };

const FAILURES: readonly (readonly [name: string, answer: ModelAnswer, title: string, requests: number])[] = [
  ['400', httpError(400, ECHO), 'Not reviewed: the model endpoint refused the request (400)', 1],
  ['401', httpError(401, ECHO), 'Not reviewed: the model refused the key (401)', 1],
  ['402', httpError(402, ECHO), 'Not reviewed: provider quota (402)', 1],
  ['403', httpError(403, ECHO), 'Not reviewed: the key may not use the model (403)', 1],
  ['404', httpError(404, ECHO), 'Not reviewed: the model endpoint refused the request (404)', 1],
  [
    '404 of the model',
    httpError(404, openaiError('no such model', 'model_not_found')),
    'Not reviewed: unknown model (404)',
    1,
  ],
  ['408', httpError(408, ECHO), `${OVERLOADED} (408)`, 4],
  ['409', httpError(409, ECHO), `${OVERLOADED} (409)`, 4],
  ['413', httpError(413, ECHO), TOO_LARGE, 1],
  ['400 of the context', httpError(400, openaiError('too long', 'context_length_exceeded')), TOO_LARGE, 1],
  ['422', httpError(422, ECHO), 'Not reviewed: the model endpoint refused the request (422)', 1],
  ['429', httpError(429, ECHO), LIMITED, 4],
  ['429 at once', httpError(429, ECHO, { 'retry-after': '0' }), LIMITED, 4],
  ['429 in a second', httpError(429, ECHO, { 'retry-after': '1' }), LIMITED, 4],
  ['429 in an hour', httpError(429, ECHO, { 'retry-after': '3600' }), LIMITED, 1],
  [
    'P35: 429 of the quota',
    httpError(429, openaiError('no credit', 'insufficient_quota')),
    'Not reviewed: provider quota (429)',
    1,
  ],
  ['500', httpError(500, ECHO), `${OVERLOADED} (500)`, 4],
  ['502', httpError(502, ECHO), `${OVERLOADED} (502)`, 4],
  ['503 at once', httpError(503, ECHO, { 'retry-after': '0' }), `${OVERLOADED} (503)`, 4],
  ['529', httpError(529, ECHO), `${OVERLOADED} (529)`, 4],
  ['502 as a web page', htmlPage(502), `${UNREADABLE} (502)`, 2],
  [
    'a redirect',
    httpError(302, '', { location: 'http://127.0.0.1:9/' }),
    'Not reviewed: the model endpoint refused the request (302)',
    1,
  ],
  ['a reset', resets(), 'Not reviewed: model endpoint not reachable', 4],
  ['a reset in the middle', resets(300), 'Not reviewed: model endpoint not reachable', 4],
  ['a stream cut short', truncatedStream(), UNREADABLE, 2],
  ['an empty stream', emptyStream(), UNREADABLE, 2],
  ['a web page', htmlPage(), UNREADABLE, 2],
  ['JSON of another kind', rawBody('{"hello":"world"}', 'application/json'), UNREADABLE, 2],
  ['half of a JSON text', rawBody('{"choices":[{"message":{"content":"', 'application/json'), UNREADABLE, 2],
  ['an error in the stream', rawBody(`data: ${JSON.stringify(ECHO)}\n\n`), UNREADABLE, 2],
  ['no words at all', says(''), UNUSABLE, 2],
  ['prose', says('Looks fine to me, ship it.'), IN_WORDS, 2],
  ['words behind a thought', withThink('Looks fine to me.'), IN_WORDS, 2],
  ['another shape', says('{"verdict":"fine"}'), UNUSABLE, 2],
  ['a list', says('[]'), UNUSABLE, 2],
  ['C13: no list of findings', says(JSON.stringify({ ...REVIEW, findings: undefined })), UNUSABLE, 2],
  ['a text for the findings', says(JSON.stringify({ ...REVIEW, findings: 'none' })), UNUSABLE, 2],
  ['a review that was not done', submitsReview({ assessed: false }), UNUSABLE, 2],
  ['no summary', submitsReview({ summary: ' ' }), UNUSABLE, 2],
  [
    'T11: cut arguments',
    callsTool('submit_review', '{"summary": "fine", "assessed": true, "findings": [{'),
    UNUSABLE,
    2,
  ],
  ['a refusal', refuses(`I cannot look at what ${LAB_API_KEY} sent.`), REFUSED, 2],
  ['a content filter', contentFilter(), REFUSED, 2],
  ['a content filter behind a review', { ...submitsReview(), finish: 'content_filter' }, REFUSED, 2],
  ['an answer cut by length', cutByLength('{"summary": "fine", "assessed": true, "findings": ['), UNUSABLE, 2],
  ['a review that says it was cut', { ...submitsReview(), finish: 'length' }, UNUSABLE, 2],
  ['Q03: reasoning alone', reasoningOnly(), UNUSABLE, 2],
  ['unknown tools', callsTool('run_shell', { command: 'env' }), 'Not reviewed: budget spent', 24],
  [
    'the same page for ever',
    callsTool('get_file_diff', { path: 'src/charge.ts', cursor: null }),
    'Not reviewed: budget spent',
    24,
  ],
  [
    'more tool calls than there are',
    callsTools(Array.from({ length: 50 }, () => ({ name: 'get_file_diff', args: '{}' }))),
    UNUSABLE,
    3,
  ],
];

describe('K01: a model that fails for ever ends in a check that says so, never green', () => {
  it.each(FAILURES)('%s', async (_name, answer, title, requests) => {
    const { check, ...ending } = await reviewWith([answer]);
    expect(check).toMatchObject({ status: 'completed', conclusion: 'neutral', title, headSha: pull.headSha });
    expect(check.summary).toMatch(/^\*\*Not reviewed\.\*\* \S/);
    expect(check.text).toContain('not reviewed: ');
    expect({ requests: ending.requests, rejection: ending.rejection }).toEqual({ requests, rejection: null });
  });

  it.each([
    ['before the first byte', stallsAfter(0), 'Not reviewed: the answer stalled', 2],
    ['in the middle of an answer', stallsAfter(200), 'Not reviewed: the answer stalled', 2],
    ['while it drips on', drips(20), 'Not reviewed: no answer in 0 s', 1],
  ])('a model that stalls %s', async (_name, answer, title, requests) => {
    const ceiling = { idleTimeoutMs: 100, callTimeoutMs: 450 };
    const ending = await reviewWith([answer], { ceiling, clock: jumpingClock(500) });
    expect(ending.check).toMatchObject({ status: 'completed', conclusion: 'neutral', title });
    expect(ending.requests).toBe(requests);
  });

  it.each(['400', '500', 'prose', 'a refusal'])('strict coverage makes %s something to act on', async (name) => {
    const strict = await lab.openPullRequest({ head: MARKED, settings: 'strict_coverage: true\n' });
    const answer = FAILURES.find(([known]) => known === name)?.[1] ?? submitsReview();
    const { check } = await reviewWith([answer], {}, strict);
    expect(check).toMatchObject({ status: 'completed', conclusion: 'action_required' });
  });
});

const CLEAN = 'No findings in 1 of 1 file';

describe('a model that fails once', () => {
  it.each([
    ['429 at once', httpError(429, ECHO, { 'retry-after': '0' })],
    ['503', httpError(503, ECHO)],
    ['a reset', resets()],
    ['a stream cut short', truncatedStream()],
    ['a web page', htmlPage()],
    ['prose', says('Looks fine.')],
    ['another shape', says('{}')],
    ['reasoning alone', reasoningOnly()],
    ['a refusal', refuses('Not this one.')],
    ['an unknown tool', callsTool('run_shell', {})],
  ])('%s costs one request more and nothing else', async (_name, answer) => {
    const { check, requests } = await reviewWith([answer, submitsReview()]);
    expect(check).toMatchObject({ conclusion: 'success', title: CLEAN });
    expect(requests).toBe(2);
  });

  it('one model request is enough when nothing is found', async () => {
    const { check, requests } = await reviewWith([submitsReview()]);
    expect(check).toMatchObject({ conclusion: 'success', title: CLEAN });
    expect(requests).toBe(1);
    expect(lab.model.problems).toEqual([]);
  });
});

describe('a change of more pages than one request holds', () => {
  it('what was only read by an answer that failed later does not count', async () => {
    const lines = (name: string) => Array.from({ length: 1_500 }, (_, line) => `${name} ${line} ${'x'.repeat(40)}\n`);
    const files = Object.fromEntries(['a.ts', 'b.ts', 'c.ts', 'd.ts'].map((name) => [name, lines(name).join('')]));
    const large = await lab.openPullRequest({ head: files });
    const asks = callsTool('get_file_diff', { path: 'd.ts', cursor: null });
    const { check, requests } = await reviewWith([asks, httpError(401)], {}, large);
    expect(check).toMatchObject({ conclusion: 'neutral', title: 'Not reviewed: the model refused the key (401)' });
    expect(check.summary).toContain('0 of 4 files');
    expect(requests).toBe(2);
  });
});
