import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { COMMAND_LINE_KEY, type CommandLine, createShop, openCommandLine } from '../support/command-line.js';
import type { GitRepository } from '../support/git-repository.js';
import { createGithubWorld, type GithubWorld } from '../support/github-world/index.js';
import {
  callsTool,
  httpError,
  type ModelStandIn,
  type ModelStandInOptions,
  says,
  startModelStandIn,
  withUsage,
} from '../support/model-stand-in/index.js';

type Variables = Record<string, string | undefined>;
type Told = {
  readonly name: string;
  readonly status: string;
  readonly found: string;
  readonly next: readonly string[];
};

const SECRET = ['hook', 'c0ffee00c0ffee00c0ffee00'].join('-');
const BASE_URL = { OPENAI_BASE_URL: undefined, OPENAI_API_KEY: undefined, PLUMBLINE_MODEL: undefined };

let line: CommandLine;
let shop: GitRepository;
let world: GithubWorld;
let started: ModelStandIn[] = [];

beforeAll(async () => {
  line = await openCommandLine();
  shop = createShop();
});
afterAll(async () => {
  await line.close();
  shop.remove();
});
beforeEach(async () => {
  world = await createGithubWorld();
  line.model.respondWith((request) =>
    (request.tools ?? []).length > 0 ? callsTool('say_ready', { ready: true }) : says('{"ready":true}'),
  );
});
afterEach(async () => {
  await Promise.all([world.close(), ...started.map((model) => model.close())]);
  started = [];
});

/** All of `serve`, with a token besides. */
function serving(more: Variables = {}): Variables {
  return {
    APP_ID: String(world.app.id),
    PRIVATE_KEY: world.app.privateKey,
    WEBHOOK_SECRET: SECRET,
    GITHUB_TOKEN: world.token,
    GHE_HOST: new URL(world.url).host,
    GHE_PROTOCOL: 'http',
    ...more,
  };
}

async function startModel(options: ModelStandInOptions): Promise<Variables> {
  const model = await startModelStandIn(options);
  model.respondWith((request) =>
    (request.tools ?? []).length > 0 ? callsTool('say_ready', { ready: true }) : says('{"ready":true}'),
  );
  started.push(model);
  return { OPENAI_BASE_URL: model.baseUrl };
}

function doctor(variables: Variables = {}, words: readonly string[] = []) {
  return line.plumbline(shop, ['doctor', '--repo', shop.directory, ...words], { variables });
}

async function diagnose(variables: Variables = {}) {
  const { status, stdout, stderr } = await doctor(variables, ['--json']);
  expect(stderr).toBe('');
  const document = JSON.parse(stdout);
  const named = new Map<string, Told>(document.checks.map((check: Told) => [check.name, check]));
  const notOk = document.checks.filter((check: Told) => check.status === 'fail').map((check: Told) => check.name);
  return { status, stdout, document, failed: notOk, check: (name: string) => named.get(name) };
}

/** Port 9 is the one that nobody listens on. */
const UNREACHABLE = 'postgres://ada:swordfish@127.0.0.1:9/plumbline';

describe('plumbline doctor', () => {
  it('finds nothing wrong with a whole installation, in one line a check', async () => {
    world.addDelivery({});
    const { status, stdout } = await doctor(serving());
    expect(status).toBe(0);
    const shown = stdout
      .replaceAll(new URL(world.url).host, '<github>')
      .replaceAll(new URL(line.model.baseUrl).host, '<model>')
      .replaceAll(shop.directory, '<shop>')
      .replace(/Node [\d.]+/, 'Node <version>')
      .replace(/git \d[\w.]*/, 'git <version>')
      .replace(/\d+ read, as/, '<count> read, as')
      .replace(/\(\d+ tokens in, \d+ out\)/, '(<cost>)');
    expect(shown).toMatchInlineSnapshot(`
"ok    node                Node <version>, supported: ^20.19 || >=22.12
ok    git                 git <version>
ok    repository          <shop>
ok    settings            there is no .github/plumbline.yml, so the defaults apply
ok    environment         10 variables are set, all understood
skip  static checks       PLUMBLINE_ANALYZERS is none
ok    model endpoint      <model>/v1 answers
ok    model key           accepted
ok    model name          "stand-in" is one of 1 listed
ok    model answer        it calls tools
ok    model tokens        <count> read, as many as can be
skip  model context       the endpoint does not tell it; a whole review takes up to 128,000 tokens
ok    github token        accepted by <github>; scopes repo
ok    app credentials     App 4242 "plumbline" at <github>, key accepted
ok    webhook secret      set, and no well-known default
ok    app permissions     all 6 granted
ok    app events          all 6 subscribed
ok    app installations   1: octo
ok    webhook url         https://plumbline.example/api/github/webhooks
ok    webhook deliveries  the newest 1 came through
ok    database            a PostgreSQL of its own in .plumbline, started with the service

0 failed, 0 warned, 19 ok, 2 skipped · 1 model request answered (<cost>)
"
`);
  });

  it('skips what is not configured, and says what needs it', async () => {
    const { status, check, document } = await diagnose();
    expect(status).toBe(0);
    expect(check('app permissions')).toMatchObject({
      status: 'skip',
      found: expect.stringContaining('only needed for serve'),
    });
    expect(check('github token')).toMatchObject({
      status: 'skip',
      found: expect.stringContaining('only needed for review pr'),
    });
    expect(document).toMatchObject({ schemaVersion: 1, ok: true, modelRequests: { sent: 1, answered: 1 } });
  });

  it('looks at all it can when nothing at all is set', async () => {
    const { status, check, document } = await diagnose(BASE_URL);
    expect(status).toBe(0);
    expect(check('model endpoint')).toMatchObject({
      status: 'warn',
      next: [expect.stringContaining('PLUMBLINE_MODEL')],
    });
    expect(document.modelRequests).toMatchObject({ sent: 0, answered: 0 });
  });

  it('tells what is skipped for one reason in one line, and all of it to machines', async () => {
    const { stdout } = await doctor(BASE_URL);
    expect(stdout).toMatch(/^skip {2}GitHub App \(7 checks\) +APP_ID is not set; only needed for serve$/m);
    expect(stdout).toMatch(/^skip {2}model \(5 checks\) +cannot be asked without an endpoint$/m);
    expect(stdout).not.toMatch(/webhook url|model key/);
    const { check, document } = await diagnose(BASE_URL);
    expect([check('webhook url')?.status, check('model key')?.status]).toEqual(['skip', 'skip']);
    expect(document.counts.skip).toBeGreaterThanOrEqual(13);
  });

  it('names the same checks in the same order, whatever is wrong', async () => {
    const names = async (variables: Variables) =>
      (await diagnose(variables)).document.checks.map(({ name }: Told) => name).sort();
    const whole = await names(serving());
    expect(await names({})).toEqual(whole);
    expect(await names(serving({ PRIVATE_KEY: 'broken', OPENAI_BASE_URL: 'ftp://x' }))).toEqual(whole);
  });

  it('takes no further word', async () => {
    const { status, stderr } = await doctor({}, ['now']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('"doctor" takes no further word')]);
  });

  it('ends when it is interrupted', async () => {
    const { status, stderr } = await line.plumbline(shop, ['doctor'], { onInterrupt: (stop) => stop() });
    expect([status, stderr]).toEqual([130, 'interrupted before everything was looked at\n']);
  });
});

describe('the machine', () => {
  it('without git fails, and says how to get it', async () => {
    const { status, check } = await diagnose({ PATH: shop.outside });
    expect([status, check('git')]).toMatchObject([1, { status: 'fail', found: 'git was not found' }]);
  });

  it('with an old git fails', async () => {
    const folder = join(shop.outside, 'old');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'git'), '#!/bin/sh\necho git version 2.20.1\n');
    chmodSync(join(folder, 'git'), 0o755);
    expect((await diagnose({ PATH: folder })).check('git')).toMatchObject({
      status: 'fail',
      found: 'git 2.20.1, but 2.31 or newer is needed',
    });
  });

  it('reads the settings of the repository it stands in', async () => {
    const path = '.github/plumbline.yml';
    shop.write({ [path]: 'fail_on: hihg\nignore: docs\n' });
    const wrong = await diagnose();
    shop.write({ [path]: 'fail_on: high\n', 'plumbline.yml': '' });
    const stray = await diagnose();
    rmSync(join(shop.directory, 'plumbline.yml'));
    const right = await diagnose();
    rmSync(join(shop.directory, path));
    expect([wrong.status, wrong.check('settings')]).toEqual([
      1,
      expect.objectContaining({
        status: 'fail',
        found: expect.stringMatching(
          /^fail_on is "hihg", in .* line 1; use one of .*; and 1 more mistake; until then none/,
        ),
        next: ['write high instead', expect.stringContaining('config docs'), 'see all with `plumbline config check`'],
      }),
    ]);
    expect(stray.check('settings')).toMatchObject({
      status: 'warn',
      found: expect.stringContaining('plumbline.yml is not read'),
    });
    expect(right.check('settings')).toMatchObject({
      status: 'ok',
      found: `${path}: 1 setting differs from the defaults`,
    });
  });

  it('on which a static check does not run fails, and says which and what to do', async () => {
    // The compiled program is not beside its source, so that its child ends at once.
    const { check, failed } = await diagnose({ PLUMBLINE_ANALYZERS: 'oxlint,structure' });
    expect(failed).toEqual(['static checks']);
    expect(check('static checks')).toMatchObject({
      found: expect.stringMatching(/^structure \d[\w.]*: /),
      next: [expect.stringContaining('npm ci'), expect.stringContaining('PLUMBLINE_ANALYZERS')],
    });
  });

  it('outside of a repository only says so', async () => {
    const { stdout } = await line.plumbline(shop, ['doctor', '--json', '--repo', shop.outside]);
    expect(JSON.parse(stdout).checks).toContainEqual(expect.objectContaining({ name: 'repository', status: 'skip' }));
  });

  it.each<[string, Variables, 'warn' | 'fail', RegExp, RegExp]>([
    ['a number that is none', { PORT: '70000' }, 'fail', /PORT is "70000": use at most 65535/, /docs\/environment\.md/],
    ['two keys', { APP_ID: '1', PRIVATE_KEY: 'a', PRIVATE_KEY_PATH: 'b' }, 'warn', /are both set/, /unset one of/],
    ['a key without an App', { PRIVATE_KEY: 'a' }, 'warn', /PRIVATE_KEY is set, but APP_ID is not/, /set APP_ID/],
    ['a protocol without a host', { GHE_PROTOCOL: 'http' }, 'warn', /no effect without GHE_HOST/, /set GHE_HOST/],
    ['a public host', { GHE_HOST: 'github.com' }, 'warn', /no server of your own/, /unset GHE_HOST/],
    [
      'idle beyond the call',
      { PLUMBLINE_CALL_SECONDS: '60' },
      'warn',
      /\(90\) is more than PLUMBLINE_CALL_SECONDS \(60\)/,
      /lower/,
    ],
    [
      'an answer beyond all',
      { PLUMBLINE_MAX_OUTPUT_TOKENS: '900' },
      'warn',
      /\(16000\) is more than .* \(900\)/,
      /raise/,
    ],
    [
      'a slip',
      { PLUMBLINE_MODLE: 'x' },
      'warn',
      /PLUMBLINE_MODLE is no variable/,
      /set PLUMBLINE_MODEL instead of PLUMBLINE_MODLE/,
    ],
    [
      "another program's name",
      { OPENAI_API_BASE: 'x', OPENAI_BASE_URL: undefined },
      'warn',
      /set, but not read/,
      /set OPENAI_BASE_URL/,
    ],
  ])('tells of the environment: %s', async (_title, variables, status, found, next) => {
    const told = (await diagnose({ ...variables, OPENAI_API_KEY: undefined })).check('environment');
    expect(told).toMatchObject({ status, found: expect.stringMatching(found), next: [expect.stringMatching(next)] });
  });

  it.each<[string, Variables, string, RegExp]>([
    ['that none is wanted', { PLUMBLINE_DATA_DIR: 'none' }, 'ok', /nothing outlives the process/],
    ['where its own is by default', {}, 'ok', /of its own in \.plumbline,/],
    ['where its own will be', { PLUMBLINE_DATA_DIR: 'kept/here' }, 'ok', /of its own in kept\/here,/],
    ['that the named one does not answer', { DATABASE_URL: UNREACHABLE }, 'fail', /ECONNREFUSED 127\.0\.0\.1:9\b/],
  ])('tells of the database %s', async (_title, variables, status, found) => {
    const told = (await diagnose(variables)).check('database');
    expect(told).toMatchObject({ status, found: expect.stringMatching(found) });
    expect(JSON.stringify(told)).not.toContain('swordfish');
  });
});

describe('the model endpoint', () => {
  it.each<[string, ModelStandInOptions, Variables, string, 'warn' | 'fail' | 'ok', RegExp, RegExp | null]>([
    [
      'a wrong key',
      { apiKey: 'another-key' },
      {},
      'model key',
      'fail',
      /did not accept the API key \(401\)/,
      /set OPENAI_API_KEY/,
    ],
    [
      'no key where one is asked for',
      { apiKey: 'another-key' },
      { OPENAI_API_KEY: undefined },
      'model key',
      'fail',
      /asks for an API key, and none is set/,
      /set OPENAI_API_KEY/,
    ],
    [
      'no key where none is asked for',
      {},
      { OPENAI_API_KEY: undefined },
      'model key',
      'ok',
      /none is set, and none is asked for/,
      null,
    ],
    [
      'a missing model',
      { models: ['stand-in-2', 'gpt-5', 'far-away'] },
      {},
      'model name',
      'fail',
      /has no model "stand-in"/,
      /close to it: stand-in-2$/,
    ],
    [
      'a missing model of an endpoint without a list',
      { models: ['gpt-5'], hasModelList: false },
      {},
      'model name',
      'fail',
      /has no model "stand-in"/,
      /set PLUMBLINE_MODEL to a model this endpoint has/,
    ],
    [
      'no model at all',
      { models: ['gpt-5'] },
      { PLUMBLINE_MODEL: undefined },
      'model name',
      'fail',
      /PLUMBLINE_MODEL is not set/,
      /one the endpoint has: gpt-5$/,
    ],
    [
      'a model that is not listed and answers',
      { hasModelList: false },
      {},
      'model name',
      'ok',
      /"stand-in" answers/,
      null,
    ],
    [
      'no tools',
      { refuses: ['tools'] },
      {},
      'model answer',
      'warn',
      /takes no tools and is asked for JSON by schema/,
      /set PLUMBLINE_MODEL/,
    ],
    [
      'neither tools nor schemas',
      { refuses: ['tools', 'json_schema'] },
      {},
      'model answer',
      'warn',
      /asked for a JSON object/,
      /set PLUMBLINE_MODEL/,
    ],
    [
      'plain text alone',
      { refuses: ['tools', 'json_schema', 'json_object', 'stream'] },
      {},
      'model answer',
      'warn',
      /JSON in plain text/,
      /set PLUMBLINE_MODEL/,
    ],
    ['a large context', { modelFacts: { context_length: 200_000 } }, {}, 'model context', 'ok', /200,000 tokens/, null],
    [
      'a middling context',
      { modelFacts: { max_model_len: 65_536 } },
      {},
      'model context',
      'warn',
      /65,536 tokens;.*in part only/,
      /larger context/,
    ],
    [
      'a small context',
      { modelFacts: { max_model_len: 8_192 } },
      {},
      'model context',
      'warn',
      /8,192 tokens do not hold one full page/,
      /larger context/,
    ],
  ])('is told: %s', async (_title, options, variables, name, status, found, next) => {
    const told = await diagnose({ ...(await startModel(options)), ...variables });
    expect(told.check(name)).toMatchObject({
      status,
      found: expect.stringMatching(found),
      next: next === null ? [] : expect.arrayContaining([expect.stringMatching(next)]),
    });
    expect([told.status, told.failed]).toEqual(status === 'fail' ? [1, [name]] : [0, []]);
  });

  it('that cannot be reached fails once, and the rest is skipped', async () => {
    const { status, check, failed } = await diagnose({ OPENAI_BASE_URL: `http://127.0.0.1:${await closedPort()}` });
    expect([status, failed]).toEqual([1, ['model endpoint']]);
    expect(check('model endpoint')).toMatchObject({
      found: expect.stringMatching(/127\.0\.0\.1:\d+.*nothing listens there/),
    });
    expect(check('model answer')).toMatchObject({ status: 'skip' });
  });

  it('whose path is wrong is told by its answer', async () => {
    const { failed, check } = await diagnose({ OPENAI_BASE_URL: `${line.model.origin}/nowhere/v1` });
    expect(failed).toEqual(['model answer']);
    expect(check('model answer')).toMatchObject({ next: [expect.stringContaining('OPENAI_BASE_URL')] });
  });

  it('that holds a password is not asked, and the password is not shown', async () => {
    const { stdout, check } = await diagnose({ OPENAI_BASE_URL: 'https://ada:swordfish@models.example/v1' });
    expect(check('model endpoint')).toMatchObject({
      status: 'fail',
      found: expect.stringContaining('user name or password'),
    });
    expect(stdout).not.toContain('swordfish');
  });

  it('that is busy is a warning', async () => {
    line.model.respondWith(() => httpError(429, { error: { message: 'slow down' } }, { 'retry-after': '7' }));
    const { status, check } = await diagnose();
    expect([status, check('model answer')]).toMatchObject([
      0,
      { status: 'warn', next: [expect.stringContaining('wait')] },
    ]);
  });

  it('that answers in words where tools are offered is a warning', async () => {
    line.model.respondWith(() => says('ready'));
    expect((await diagnose()).check('model answer')).toMatchObject({
      status: 'warn',
      found: expect.stringContaining('in words'),
    });
  });

  it.each([
    [
      'too few for the request',
      { prompt_tokens: 3, completion_tokens: 5 },
      'warn',
      /read 3 tokens of a request that has at least 10/,
    ],
    ['none at all', null, 'skip', /does not tell what it read/],
  ])('whose token counts are %s is told', async (_title, usage, status, found) => {
    line.model.respondWith(() => withUsage(callsTool('say_ready', { ready: true }), usage));
    const told = await diagnose();
    expect([told.status, told.check('model tokens')]).toMatchObject([
      0,
      { status, found: expect.stringMatching(found) },
    ]);
  });

  it('is sent one request that is answered, also when it refuses forms first', async () => {
    const variables = await startModel({ refuses: ['tools', 'json_schema'] });
    const { document } = await diagnose(variables);
    expect(document.modelRequests).toMatchObject({ sent: 3, answered: 1 });
    expect((await doctor(variables)).stdout).toMatch(
      /1 model request answered \(\d+ tokens in, \d+ out\), 2 not answered\n$/,
    );
    expect(started[0]?.problems).toEqual([]);
  });
});

describe('the GitHub App', () => {
  it.each<[string, () => Variables, string, RegExp, RegExp]>([
    [
      'a number that is none',
      () => ({ APP_ID: 'Iv1.abc' }),
      'app credentials',
      /not the number of a GitHub App/,
      /App ID/,
    ],
    ['no key', () => ({ PRIVATE_KEY: undefined }), 'app credentials', /neither PRIVATE_KEY nor/, /PRIVATE_KEY_PATH/],
    [
      'a text that is no key',
      () => ({ PRIVATE_KEY: 'not a key' }),
      'app credentials',
      /no readable private key/,
      /\.pem/,
    ],
    [
      'a key cut short',
      () => ({ PRIVATE_KEY: cut(world.app.privateKey) }),
      'app credentials',
      /no private RSA key/,
      /\.pem/,
    ],
    [
      'a file that is not there',
      () => ({ PRIVATE_KEY: undefined, PRIVATE_KEY_PATH: '/nowhere.pem' }),
      'app credentials',
      /PRIVATE_KEY_PATH holds no readable/,
      /\.pem/,
    ],
    [
      'the key of another App',
      () => ({ PRIVATE_KEY: otherKey() }),
      'app credentials',
      /answered 401 to GET \/app/,
      /private key was made for App/,
    ],
    ['the number of another App', () => ({ APP_ID: '1' }), 'app credentials', /answered 401/, /App 1/],
    ['no webhook secret', () => ({ WEBHOOK_SECRET: undefined }), 'webhook secret', /is not set/, /openssl rand/],
    [
      'a default webhook secret',
      () => ({ WEBHOOK_SECRET: 'development' }),
      'webhook secret',
      /well-known default/,
      /openssl rand/,
    ],
    [
      'a default in other letters',
      () => ({ WEBHOOK_SECRET: 'Change-Me' }),
      'webhook secret',
      /well-known default/,
      /openssl rand/,
    ],
  ])('with %s fails there alone', async (_title, variables, name, found, next) => {
    const told = await diagnose(serving(variables()));
    expect([told.status, told.failed]).toEqual([1, [name]]);
    expect(told.check(name)).toMatchObject({
      found: expect.stringMatching(found),
      next: [expect.stringMatching(next)],
    });
  });

  it.each<[string, () => void, string, 'warn' | 'fail' | 'ok', RegExp, RegExp | null]>([
    [
      'no right to write checks',
      () => world.setAppPermission('checks', 'read'),
      'app permissions',
      'fail',
      /checks: write is missing, nothing can be published/,
      /grant checks: write/,
    ],
    [
      'no right to read issues',
      () => world.setAppPermission('issues', 'none'),
      'app permissions',
      'warn',
      /issues: read is missing, comments with commands are not seen/,
      /grant issues: read/,
    ],
    [
      'pull requests to read only',
      () => world.setAppPermission('pull_requests', 'read'),
      'app permissions',
      'warn',
      /no reaction and no reply/,
      /grant pull_requests: write/,
    ],
    [
      'pull requests not at all',
      () => world.setAppPermission('pull_requests', 'none'),
      'app permissions',
      'fail',
      /pull_requests: write is missing/,
      /grant/,
    ],
    [
      'a right that is never used',
      () => world.setAppPermission('contents', 'write'),
      'app permissions',
      'ok',
      /may be taken away: contents: write/,
      null,
    ],
    [
      'no merge queue',
      () => world.setAppEvents(['pull_request', 'issue_comment', 'check_run', 'check_suite']),
      'app events',
      'warn',
      /merge_group is missing/,
      /subscribe to merge_group/,
    ],
    [
      'no event at all',
      () => world.setAppEvents([]),
      'app events',
      'fail',
      /pull_request is missing, no review starts/,
      /subscribe to/,
    ],
    [
      'no installation',
      () => world.setInstalled(false),
      'app installations',
      'warn',
      /installed nowhere/,
      /\/apps\/plumbline\/installations\/new/,
    ],
    [
      'rights that are not accepted',
      () => world.setAcceptedPermissions({ metadata: 'read' }),
      'app installations',
      'warn',
      /not accepted all permissions: octo/,
      /accept/,
    ],
    [
      'no webhook',
      () => world.setWebhook(null),
      'webhook url',
      'fail',
      /nothing reaches serve/,
      /\/api\/github\/webhooks/,
    ],
    [
      'no webhook address',
      () => world.setWebhook({ url: '' }),
      'webhook url',
      'fail',
      /nothing reaches serve/,
      /\/api\/github\/webhooks/,
    ],
    [
      'another path',
      () => world.setWebhook({ url: 'https://plumbline.example/hook?token=swordfish' }),
      'webhook url',
      'warn',
      /^https:\/\/plumbline\.example\/hook: serve listens at/,
      /set the path/,
    ],
    [
      'an address GitHub cannot reach',
      () => world.setWebhook({ url: 'http://localhost:3000/api/github/webhooks' }),
      'webhook url',
      'warn',
      /cannot reach/,
      /smee/,
    ],
    ['forms', () => world.setWebhook({ contentType: 'form' }), 'webhook url', 'fail', /as a form/, /application\/json/],
    [
      'unsigned deliveries',
      () => world.setWebhook({ hasSecret: false }),
      'webhook url',
      'warn',
      /signs nothing/,
      /WEBHOOK_SECRET/,
    ],
    ['no delivery yet', () => {}, 'webhook deliveries', 'ok', /none yet/, null],
    [
      'a newest delivery that failed',
      () => world.addDelivery({ statusCode: 502, status: 'failed to connect to host' }),
      'webhook deliveries',
      'fail',
      /1 of the newest 1 failed; .*pull_request\.opened at .*502 failed to connect/,
      /serve/,
    ],
    [
      'a wrong signature',
      () => world.addDelivery({ statusCode: 400, status: 'Invalid HTTP Response: 400' }),
      'webhook deliveries',
      'fail',
      /400/,
      /set WEBHOOK_SECRET/,
    ],
    [
      'an older failure',
      () => {
        world.addDelivery({ statusCode: 500 });
        world.addDelivery({});
      },
      'webhook deliveries',
      'warn',
      /1 of the newest 2 failed/,
      /serve/,
    ],
    [
      'a failure that was redelivered',
      () => {
        world.addDelivery({ guid: 'one', statusCode: 500 });
        world.addDelivery({ guid: 'one' });
      },
      'webhook deliveries',
      'ok',
      /newest 1 came through/,
      null,
    ],
    [
      'a list that cannot be read',
      () => world.faults.on({ path: '/app/hook/deliveries' }, { status: 500 }),
      'webhook deliveries',
      'warn',
      /not known: GitHub answered 500/,
      /again/,
    ],
  ])('is told: %s', async (_title, happens, name, status, found, next) => {
    happens();
    const told = await diagnose(serving());
    expect(told.check(name)).toMatchObject({
      status,
      found: expect.stringMatching(found),
      next: next === null ? [] : [expect.stringMatching(next)],
    });
    expect([told.status, told.failed]).toEqual(status === 'fail' ? [1, [name]] : [0, []]);
  });

  it('that cannot be asked is told once', async () => {
    const { failed, check } = await diagnose(
      serving({ GHE_HOST: `127.0.0.1:${await closedPort()}`, GITHUB_TOKEN: undefined }),
    );
    expect(failed).toEqual(['app credentials']);
    expect(check('app credentials')).toMatchObject({
      found: expect.stringContaining('nothing listens there (ECONNREFUSED)'),
    });
  });

  it('is asked and never changed', async () => {
    await diagnose(serving());
    expect(world.countWrites()).toBe(0);
    expect(world.requests.length).toBe(5);
  });
});

describe('GITHUB_TOKEN', () => {
  const inDays = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().replace('T', ' ').replace(/\..*/, ' UTC');

  it.each<[string, () => Variables, 'ok' | 'warn' | 'fail', RegExp]>([
    ['is taken', () => ({}), 'ok', /^accepted by .*; scopes repo$/],
    ['is refused', () => ({ GITHUB_TOKEN: 'wrong' }), 'fail', /does not accept it \(401\)/],
    [
      'ends soon',
      () => {
        world.setTokenExpiry(inDays(2.5));
        return {};
      },
      'warn',
      /expires \d{4}-\d\d-\d\d, in 2 days/,
    ],
    [
      'ends some day',
      () => {
        world.setTokenExpiry(inDays(40.5));
        return {};
      },
      'ok',
      /expires \d{4}-\d\d-\d\d, in 40 days/,
    ],
    ['holds a line end', () => ({ GITHUB_TOKEN: 'a\nb' }), 'fail', /a space or a line end/],
  ])('%s', async (_title, variables, status, found) => {
    expect((await diagnose(serving(variables()))).check('github token')).toMatchObject({
      status,
      found: expect.stringMatching(found),
    });
  });
});

describe('secrets', () => {
  it.each<[string, () => Variables]>([
    ['when all is well', () => ({})],
    [
      'when everything is refused',
      () => ({ PRIVATE_KEY: otherKey(), GITHUB_TOKEN: 'ghp_wrong0000000000000000000', WEBHOOK_SECRET: 'development' }),
    ],
    [
      'when variables cannot be understood',
      () => ({ HTTPS_PROXY: 'socks5://ada:swordfish@proxy', HTTP_PROXY: 'ada:swordfish@a b' }),
    ],
    [
      'when an endpoint repeats its key',
      () => {
        line.model.respondWith(() => httpError(401, { error: { message: `bad key ${COMMAND_LINE_KEY}` } }));
        return {};
      },
    ],
    [
      'when GitHub repeats its token',
      () => {
        world.faults.on({ path: '/app' }, { status: 401, body: { message: `bad ${world.token} and ${SECRET}` } });
        return {};
      },
    ],
  ])('are never shown: %s', async (_title, variables) => {
    const given = serving(variables());
    const secrets = [
      given.PRIVATE_KEY?.split('\n')[1],
      given.WEBHOOK_SECRET === 'development' ? '"development"' : SECRET,
    ];
    const both = [await doctor(given), await doctor(given, ['--json'])]
      .map(({ stdout, stderr }) => stdout + stderr)
      .join('');
    for (const secret of [...secrets, given.GITHUB_TOKEN, COMMAND_LINE_KEY, 'swordfish'])
      expect(both).not.toContain(secret);
  });
});

function otherKey(): string {
  return generateKeyPairSync('rsa', { modulusLength: 2_048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
}

/** Both ends of the text are there, and a part of the middle is not. */
function cut(pem: string): string {
  const lines = pem.split('\n');
  return [...lines.slice(0, 3), ...lines.slice(-4)].join('\n');
}

async function closedPort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
