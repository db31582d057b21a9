import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type CommandLine,
  createShop,
  findsTheRetry,
  openCommandLine,
  USAGE,
  withoutTimes,
} from '../support/command-line.js';
import type { GitRepository } from '../support/git-repository.js';
import { httpError, submitsReview, waitsFor, withUsage } from '../support/model-stand-in/index.js';

let line: CommandLine;
let shop: GitRepository;

beforeAll(async () => {
  line = await openCommandLine();
});
afterAll(() => line.close());
beforeEach(() => {
  shop = createShop();
});
afterEach(() => shop.remove());

const clean = withUsage(submitsReview(), USAGE);

describe('the screen', () => {
  it('shows a finding, worst first, and one line of counts', async () => {
    line.model.script([findsTheRetry()]);
    const { status, stdout } = await line.plumbline(shop, ['review']);
    expect(status).toBe(0);
    expect(withoutTimes(stdout)).toMatchInlineSnapshot(`
"HIGH     F1  Retry sends the payment twice
             src/charge.ts:2
             2 │   return retry(() => provider.charge());
             charge() is retried after a time-out, but the first request may
             have gone through.
             when     the provider answers after 30 s
             instead  send one idempotency key for all tries of one order

The work tree can change at any moment, so this is a picture of one moment.

1 high · 1 of 1 file read · current · 1 request, 1,500 tokens, <time>
"
`);
  });

  it('says that nothing was found, never that all is well', async () => {
    line.model.script([clean]);
    const { status, stdout } = await line.plumbline(shop, ['review']);
    expect(status).toBe(0);
    expect(withoutTimes(stdout)).toMatchInlineSnapshot(`
"No findings in 1 of 1 file

The work tree can change at any moment, so this is a picture of one moment.

no findings · 1 of 1 file read · current · 1 request, 1,500 tokens, <time>
"
`);
  });

  it('says first what was not read', async () => {
    line.model.script([clean]);
    shop.write({ 'model.bin': Buffer.from([0, 1, 2]) });
    const { status, stdout } = await line.plumbline(shop, ['review']);
    expect(status).toBe(4);
    expect(withoutTimes(stdout)).toMatchInlineSnapshot(`
"Limited: 1 of 2 files reviewed, no findings in them
help: Look at the files whose change has no readable text by hand.

The work tree can change at any moment, so this is a picture of one moment.
not reviewed: binary · model.bin

no findings · 1 of 2 files read (1 not read: binary) · current · 1 request, 1,500 tokens, <time>
"
`);
  });

  it('Q02: is stale when the work tree changes while the model answers', async () => {
    const seen = line.model.requests.length;
    const changed = waitUntil(() => line.model.requests.length > seen).then(() => shop.write({ 'src/charge.ts': '' }));
    line.model.script([waitsFor(changed, findsTheRetry())]);
    const { status, stdout } = await line.plumbline(shop, ['review', '--fail-on', 'low']);
    expect(status).toBe(4);
    expect(withoutTimes(stdout)).toMatchInlineSnapshot(`
"Stale: the files changed during the review
Run it again to review the change as it stands now.

HIGH     F1  Retry sends the payment twice
             src/charge.ts:2
             2 │   return retry(() => provider.charge());
             charge() is retried after a time-out, but the first request may
             have gone through.
             when     the provider answers after 30 s
             instead  send one idempotency key for all tries of one order

The work tree can change at any moment, so this is a picture of one moment.

1 high · 1 of 1 file read · stale · 1 request, 1,500 tokens, <time>
"
`);
  });

  it('says that nothing was reviewed when the key is refused', async () => {
    line.model.script([httpError(401, { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } })]);
    const { status, stdout } = await line.plumbline(shop, ['review']);
    expect(status).toBe(4);
    expect(
      withoutTimes(stdout)
        .replaceAll(new URL(line.model.baseUrl).host, '<host>')
        .replace(/about [\d,]+ tokens/, 'about <some> tokens'),
    ).toMatchInlineSnapshot(`
"Not reviewed: the model refused the key (401)
The model endpoint does not accept the API key: <host>/v1 did not
accept the API key (401); it says: "Incorrect API key provided".
help: Check OPENAI_API_KEY.

The work tree can change at any moment, so this is a picture of one moment.
not reviewed: the reviewer failed · src/charge.ts

not reviewed · 0 of 1 file read (1 not read: the reviewer failed) · current · 1 request, 0 tokens, <time>
"
`);
  });

  it('shows what was withheld, and why, when asked to explain', async () => {
    line.model.script([findsTheRetry({ evidence: 'eval(userInput)' })]);
    const { status, stdout } = await line.plumbline(shop, ['review', '--explain']);
    expect(status).toBe(0);
    expect(withoutTimes(stdout)).toMatchInlineSnapshot(`
"No findings in 1 of 1 file

withheld, with the reason

HIGH     W1  Retry sends the payment twice
             src/charge.ts
             charge() is retried after a time-out, but the first request may
             have gone through.
             when     the provider answers after 30 s
             instead  send one idempotency key for all tries of one order
             withheld quote not found in the change
             facts    correctness, confidence 80 %, unverified

summary: The change does what it says.
The work tree can change at any moment, so this is a picture of one moment.

no findings · 1 of 1 file read · current · 1 withheld: 1 quote not found in the change · 1 request, 1,500 tokens, <time>
"
`);
  });

  it('counts what was withheld otherwise', async () => {
    line.model.script([findsTheRetry({ evidence: 'eval(userInput)' })]);
    expect((await line.plumbline(shop, ['review'])).stdout).toMatch(/1 withheld: .* \(--explain shows them\)/);
  });

  it('D04: shows the plan without any request and without a model', async () => {
    const seen = line.model.requests.length;
    const variables = { OPENAI_API_KEY: undefined, OPENAI_BASE_URL: undefined, PLUMBLINE_MODEL: undefined };
    shop.write({ 'package-lock.json': '{}\n' });
    const { status, stdout } = await line.plumbline(shop, ['review', '--preview'], { variables });
    expect(status).toBe(0);
    expect(line.model.requests).toHaveLength(seen);
    expect(stdout).toMatchInlineSnapshot(`
"static checks alone of uncommitted changes; nothing was sent to a model

would be looked at: 1 of 2 files
  src/charge.ts  +1 -1, 1 page

would not be read: 1 file
  package-lock.json  lockfile

published from severity low up
"
`);
  });

  it('D04: estimates what reading the change takes, and the estimate grows with the change', async () => {
    const estimated = async () => {
      const { stdout } = await line.plumbline(shop, ['review', '--preview', '--json']);
      return JSON.parse(stdout).estimatedTokens as number;
    };
    const before = await estimated();
    expect(before).toBeGreaterThan(20);
    shop.write({ 'src/more.ts': 'const line = 1;\n'.repeat(500) });
    expect(await estimated()).toBeGreaterThan(before + 500 * 5);
    expect((await line.plumbline(shop, ['review', '--preview'])).stdout).toMatch(/\nto read: about [\d,]+ tokens of/);
  });

  it('D04: shows the plan as JSON', async () => {
    const { status, stdout } = await line.plumbline(shop, ['review', '--preview', '--json', '--', 'src', 'docs']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      model: 'stand-in',
      scope: [{ path: 'src/charge.ts', pages: 1, additions: 1, deletions: 1 }],
      notices: ['No changed file is at docs.'],
    });
  });

  it('prints an error with its help on standard error alone', async () => {
    const { status, stdout, stderr } = await line.plumbline(shop, ['review', 'base', 'mian']);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatchInlineSnapshot(`
"error: "mian" names no commit in this repository
help:  the branches here: main; one that is missing may have to be fetched
"
`);
  });

  it('has results on standard output and progress on standard error', async () => {
    line.model.script([clean]);
    const { stdout, stderr } = await line.plumbline(shop, ['review', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: 1, verdict: 'no_findings' });
    expect(stderr).toMatchInlineSnapshot(`
"reading the change
reading 1 file
reviewing
checking that nothing moved
"
`);
  });
});

describe('colour and width', () => {
  const ESCAPE = '\u001b[';

  it.each([
    ['is there on a terminal', { terminalColumns: 100 }, true],
    ['is not there in a pipe', {}, false],
    ['is not there with NO_COLOR', { terminalColumns: 100, variables: { NO_COLOR: '1' } }, false],
    ['is there with an empty NO_COLOR', { terminalColumns: 100, variables: { NO_COLOR: '' } }, true],
  ])('%s', async (_title, options, isColoured) => {
    line.model.script([findsTheRetry()]);
    const { stdout } = await line.plumbline(shop, ['review'], options);
    expect(stdout.includes(ESCAPE)).toBe(isColoured);
  });

  it('is one line of progress on a terminal', async () => {
    line.model.script([clean]);
    const { stderr } = await line.plumbline(shop, ['review'], { terminalColumns: 100 });
    expect(stderr).toBe('reading the change … reading 1 file … reviewing … checking that nothing moved\n');
  });

  it('goes on in a new line of progress where the terminal ends', async () => {
    line.model.script([clean]);
    const { stderr } = await line.plumbline(shop, ['review'], { terminalColumns: 45 });
    expect(stderr).toBe('reading the change … reading 1 file …\nreviewing … checking that nothing moved\n');
  });

  it('follows the window', async () => {
    line.model.script([findsTheRetry()]);
    const { stdout } = await line.plumbline(shop, ['review'], {
      terminalColumns: 60,
      variables: { NO_COLOR: '1' },
    });
    const lines = stdout.split('\n').slice(0, -2);
    expect(Math.max(...lines.map((text) => text.length))).toBeLessThanOrEqual(60);
  });
});

async function waitUntil(isThere: () => boolean): Promise<void> {
  const endMs = Date.now() + 10_000;
  while (!isThere() && Date.now() < endMs) await new Promise((resolve) => setTimeout(resolve, 5));
}
