import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { COMMAND_LINE_KEY, type CommandLine, openCommandLine } from '../support/command-line.js';
import { createGitRepository, type GitRepository } from '../support/git-repository.js';

const PATH = '.github/plumbline.yml';

let line: CommandLine;
let shop: GitRepository;

beforeAll(async () => {
  line = await openCommandLine();
});
afterAll(() => line.close());
beforeEach(() => {
  shop = createGitRepository();
});
afterEach(() => shop.remove());

const config = (...words: string[]) => line.plumbline(shop, ['config', ...words]);
const check = (...words: string[]) => config('check', '--repo', shop.directory, ...words);

describe('plumbline config check', () => {
  it('says that the defaults apply where there is no file, and how to begin', async () => {
    const { status, stdout } = await check();
    expect(status).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
"ok    there is no .github/plumbline.yml, so the defaults apply

Begin with a file like this one; \`plumbline config docs\` tells every setting:

  # yaml-language-server: $schema=./plumbline.schema.json
  fail_on: high
  ignore:
    - "docs/**"

For editors that complete it: plumbline config schema > .github/plumbline.schema.json

Settings are obeyed from the base branch alone, when it is the default branch or protected: a change takes effect once it is merged there.
"
`);
  });

  it('tells what differs from the defaults', async () => {
    shop.write({
      [PATH]: 'fail_on: high\nauto_review:\n  drafts: true\nignore: ["docs/**"]\nlimits:\n  requests: 5\n',
    });
    const { status, stdout } = await check();
    expect(status).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
"ok    .github/plumbline.yml: 4 settings differ from the defaults
        auto_review.drafts: true (default false)
        fail_on: "high" (default "never")
        ignore: ["docs/**"] (default [])
        limits.requests: 5 (default none)

Settings are obeyed from the base branch alone, when it is the default branch or protected: a change takes effect once it is merged there.
"
`);
  });

  it('tells that nothing differs', async () => {
    shop.write({ [PATH]: 'fail_on: never\n' });
    expect((await check()).stdout).toMatch(/^ok {4}\.github\/plumbline\.yml: nothing differs from the defaults\n/);
  });

  it('tells every mistake with its line, the value, the choices and what to do', async () => {
    shop.write({ [PATH]: 'fail_on: hihg\nautoreview: {}\nmode: "fast"\nlimits:\n  requests: 0\n  tokens: 5\n' });
    const { status, stdout } = await check();
    expect(status).toBe(1);
    expect(stdout.replace(/known: mode, .*/, 'known: <all of them>')).toMatchInlineSnapshot(`
"fail  fail_on is "hihg", in .github/plumbline.yml line 1; use one of critical, high, medium, low, info, never
        next: write high instead
fail  autoreview is not a setting, in .github/plumbline.yml line 2; known: <all of them>
        next: write auto_review instead, or remove it
fail  mode is "fast", in .github/plumbline.yml line 3; use one of standard
        next: write one of the choices, or remove the key
fail  limits.requests must be at least 1, not 0, in .github/plumbline.yml line 5
        next: correct it; \`plumbline config docs\` tells the form of every setting
fail  limits.tokens is not a setting, in .github/plumbline.yml line 6; known: requests, input_tokens, output_tokens, call_seconds
        next: write input_tokens instead, or remove it
While there is a mistake in the file, none of it is obeyed: the defaults apply, and each check run says so.

Settings are obeyed from the base branch alone, when it is the default branch or protected: a change takes effect once it is merged there.
"
`);
  });

  it.each<[string, string | Buffer | { readonly link: string }, RegExp, RegExp]>([
    ['broken YAML', 'fail_on: [high\n', /line \d+$/, /config docs/],
    ['anchors', 'ignore: &a ["x"]\naccept: *a\n', /anchors and aliases are not supported/, /write the values out/],
    ['a file that is too large', `# ${'x'.repeat(70_000)}\n`, /has 70003 bytes; at most 65536 are read/, /shorter/],
    ['a binary file', Buffer.from([0, 1, 2]), /is no UTF-8 text/, /UTF-8/],
    ['a link', { link: '../other.yml' }, /is a link, and links are not followed/, /text itself/],
  ])('refuses %s', async (_title, content, problem, next) => {
    shop.write({ [PATH]: content });
    const { status, stdout } = await check('--json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      mistakes: [{ problem: expect.stringMatching(problem), next: expect.stringMatching(next) }],
    });
  });

  it('tells of files with a name that is not read', async () => {
    shop.write({ '.github/plumbline.yaml': 'fail_on: high\n' });
    const { stdout } = await check();
    expect(stdout).toContain(
      'warn  .github/plumbline.yaml is not read\n        next: move it to .github/plumbline.yml',
    );
  });

  it('reads the file that is named, from anywhere', async () => {
    shop.write({ 'other.yml': 'fail_on: hihg\n' });
    const file = join(shop.directory, 'other.yml');
    const { status, stdout } = await config('check', file);
    expect([status, stdout]).toEqual([1, expect.stringContaining(`fail_on is "hihg", in ${file} line 1`)]);
  });

  it('finds the file from a folder below', async () => {
    shop.write({ [PATH]: 'fail_on: high\n', 'src/a.ts': '' });
    const { stdout } = await config('check', '--repo', join(shop.directory, 'src'));
    expect(stdout).toContain('1 setting differs from the defaults');
  });

  it('prints one document for machines', async () => {
    shop.write({ [PATH]: 'fail_on: high\n' });
    const { status, stdout } = await check('--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      file: PATH,
      exists: true,
      ok: true,
      mistakes: [],
      changed: [{ key: 'fail_on', value: 'high', default: 'never' }],
      settings: { fail_on: 'high', check_name: 'Review' },
      obeyedFrom: 'base branch',
    });
  });

  it('numbers the lines for machines', async () => {
    shop.write({ [PATH]: 'mode: standard\nfail_on: hihg\nx: 1\n' });
    const { mistakes } = JSON.parse((await check('--json')).stdout);
    expect(mistakes.map((mistake: { line: number }) => mistake.line)).toEqual([2, 3]);
  });

  it('shows no secret and nothing invisible of a file', async () => {
    shop.write({ [PATH]: `check_name: "${COMMAND_LINE_KEY} \u202e\u001b[31m"\n` });
    for (const words of [[], ['--json']]) {
      const { stdout } = await check(...words);
      expect(stdout).toContain('[masked]');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(stdout).not.toMatch(/[\u001b\u202e]/);
    }
  });
});

describe('plumbline config schema and docs', () => {
  it('print the published files, byte for byte', async () => {
    const [schema, docs] = [await config('schema'), await config('docs')];
    expect(schema).toEqual({ status: 0, stderr: '', stdout: readFileSync('schema/plumbline.schema.json', 'utf8') });
    expect(docs).toEqual({ status: 0, stderr: '', stdout: readFileSync('docs/configuration.md', 'utf8') });
  });

  it('work in an environment with mistakes', async () => {
    const { status, stderr } = await line.plumbline(shop, ['config', 'schema'], { variables: { PORT: 'x' } });
    expect([status, stderr]).toEqual([0, '']);
  });
});

describe('words that cannot be meant', () => {
  it.each<[string, readonly string[], RegExp]>([
    ['none', [], /a word is missing; use config check/],
    ['another task', ['chekc'], /"config chekc" is not a command/],
    ['two files', ['check', 'a', 'b'], /takes one file, but 2 were given/],
    ['a file that is not there', ['check', '/nowhere.yml'], /there is no file \/nowhere\.yml/],
    ['a file and a repository', ['check', 'a', '--repo', '.'], /not both/],
    ['an option that does not exist', ['check', '--fix'], /--fix is not an option here/],
    ['a word too many', ['schema', 'x'], /"config schema" takes no further word/],
  ])('are a usage error: %s', async (_title, words, told) => {
    const { status, stdout, stderr } = await config(...words);
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(told)]);
  });

  it('outside of a repository ask for one', async () => {
    const { status, stderr } = await config('check', '--repo', shop.outside);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/not inside a git repository\nhelp: .*--repo <dir>/)]);
  });
});

describe('the help', () => {
  it.each<[readonly string[], RegExp]>([
    [['help'], /^plumbline: a pull-request reviewer/],
    [['help', 'doctor'], /^plumbline doctor: /],
    [['help', 'config'], /^plumbline config: /],
    [['help', 'review'], /^plumbline review: /],
    [['review', '--help'], /--fail-on <severity>/],
    [['doctor', '--help'], /^plumbline doctor: /],
    [['config', '--help'], /^plumbline config: /],
    [['config', 'check', '-h'], /^plumbline config: /],
    [['serve', '--help'], /^plumbline serve: .*APP_ID.*WEBHOOK_SECRET/s],
    [['help'], /plumbline --version/],
    [['-v'], /^\d+\.\d+\.\d+\n$/],
  ])('%j is answered', async (words, told) => {
    const { status, stdout, stderr } = await line.plumbline(shop, words);
    expect([status, stdout, stderr]).toEqual([0, expect.stringMatching(told), '']);
  });
});
