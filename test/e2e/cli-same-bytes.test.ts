import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createGitChangeSource } from '../../src/provider/git/index.js';
import { createOpenaiReviewModel } from '../../src/provider/openai/index.js';
import { renderJson } from '../../src/report/index.js';
import { DEFAULT_LIMITS, DEFAULT_SETTINGS, runReview } from '../../src/review/index.js';
import { silentLog } from '../../src/silent-log.js';
import { createShop, findsTheRetry } from '../support/command-line.js';
import type { GitRepository } from '../support/git-repository.js';
import { callsTool, type ModelStandIn, startModelStandIn, submitsReview } from '../support/model-stand-in/index.js';

let shop: GitRepository;
let model: ModelStandIn;

beforeEach(async () => {
  shop = createShop();
  model = await startModelStandIn();
});
afterEach(async () => {
  shop.remove();
  await model.close();
});

const schema = JSON.parse(readFileSync(new URL('../../schema/report.schema.json', import.meta.url), 'utf8'));
const isValid = new Ajv2020({ strict: false }).compile(schema);

/** Everything that is not the target and the answers is given: the clock, the ids. */
async function reportOf(request: { kind: 'uncommitted' } | { kind: 'commit'; sha: string }): Promise<string> {
  let nowMs = 1_700_000_000_000;
  const clock = { now: () => (nowMs += 7), sleep: () => new Promise<void>(() => {}) };
  const { signal } = new AbortController();
  const source = createGitChangeSource({ directory: shop.directory, request, environment: shop.environment });
  const outcome = await runReview(
    {
      runId: 'run-1',
      target: await source.pin(signal),
      settings: DEFAULT_SETTINGS,
      settingsProblems: [],
      ceiling: DEFAULT_LIMITS,
      paths: [],
      focus: null,
      record: null,
      runSecret: 'a'.repeat(64),
    },
    {
      source,
      model: createOpenaiReviewModel({ baseUrl: model.baseUrl, apiKey: null, model: 'stand-in', fetch, clock }),
      analyzers: [],
      clock,
      log: silentLog,
      progress: () => {},
      signal,
    },
  );
  if (outcome.kind !== 'reviewed') throw new Error(outcome.reason);
  return renderJson(outcome.report);
}

const ANSWERS = [
  callsTool('get_file_diff', { path: 'src/charge.ts', cursor: null }),
  submitsReview({
    findings: [
      { path: 'src/charge.ts', evidence: '  return retry(() => provider.charge());', title: 'Charged twice' },
      { path: 'src/charge.ts', evidence: 'nowhere', title: 'Invented' },
      { path: 'b.ts', evidence: 'bee', title: 'A name that says nothing', severity: 'low' },
    ],
    notes: ['A note.'],
    residual_risk: ['Load.'],
  }),
];

describe('the same target and the same answers', () => {
  it.each([
    ['of uncommitted work', () => ({ kind: 'uncommitted' }) as const],
    ['of a commit', () => ({ kind: 'commit', sha: shop.commit({}, 'Retry') }) as const],
  ])('%s give the same bytes, which are as the schema says', async (_title, requestOf) => {
    shop.write({ 'b.ts': 'bee\n', 'model.bin': Buffer.from([0, 1]) });
    const request = requestOf();
    model.script(ANSWERS);
    const first = await reportOf(request);
    model.script(ANSWERS);
    expect(await reportOf(request)).toBe(first);
    expect(JSON.stringify(model.requests[2]?.body) === JSON.stringify(model.requests[0]?.body)).toBe(true);
    expect(isValid(JSON.parse(first)) || isValid.errors).toBe(true);
    expect(JSON.parse(first).counts).toEqual({ candidates: 3, published: 2, advisory: 0, withheld: 1 });
  });

  it('with other answers give other bytes', async () => {
    model.script([submitsReview()]);
    const first = await reportOf({ kind: 'uncommitted' });
    model.script([findsTheRetry()]);
    expect(await reportOf({ kind: 'uncommitted' })).not.toBe(first);
  });
});
