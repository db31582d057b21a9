import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readShop } from '../../demo/read-shop.js';
import { createGitRepository, type GitRepository } from '../support/git-repository.js';
import { type ModelStandIn, startModelStandIn, submitsReview } from '../support/model-stand-in/index.js';
import { runCommand } from '../support/run-command.js';

const SHOP = join(process.cwd(), 'demo', 'shop');
const HEAD = readShop(SHOP, 'head');
const TOKEN = /'(ghp_\w+)'/.exec(HEAD['src/settings.ts'] ?? '')?.[1] ?? 'no token in the example';
/** A secret that only its checker knows by its form. */
const WEBHOOK = ['https://hooks.slack.com', 'services', 'T01ABCDEF', 'B01ABCDEF', 'a1b2c3d4e5f6g7h8i9j0k1l2'].join('/');

let shop: GitRepository;
let model: ModelStandIn;
let outputs: string;
beforeAll(async () => {
  shop = createGitRepository();
  shop.commit(readShop(SHOP, 'base'));
  shop.commit({ ...HEAD, 'src/notify.js': `export const webhook = '${WEBHOOK}';\n` });
  model = await startModelStandIn();
  outputs = mkdtempSync(join(tmpdir(), 'plumbline-outputs-'));
});
afterAll(async () => {
  shop.remove();
  rmSync(outputs, { recursive: true, force: true });
  await model.close();
});

const review = (words: readonly string[], variables: Readonly<Record<string, string>> = {}) =>
  runCommand(['review', ...words], {
    directory: shop.directory,
    variables: { ...shop.environment, ...variables },
  });

type Told = { readonly location: { readonly path: string; readonly startLine: number }; readonly support: string[] };

it('the doctor tries each of them and tells their versions', async () => {
  const { stdout } = await runCommand(['doctor'], { directory: shop.directory, variables: shop.environment });
  expect(stdout).toMatch(
    /^ok {4}static checks +oxlint [\d.]+, ruff [\d.]+, secretlint [\d.]+, structure [\d.]+, lockfile [\d.]+$/m,
  );
});

describe('without a model', () => {
  it('findings of five static checks stand on their lines', async () => {
    const { status, stdout } = await review(['commit', 'HEAD', '--no-model', '--json']);
    expect(status).toBe(0);
    const told = JSON.parse(stdout).findings.map(
      ({ location, support }: Told) => `${support.join()} ${location.path}:${location.startLine}`,
    );
    expect(told).toEqual(
      expect.arrayContaining([
        'static:oxlint/no-debugger src/charge.ts:12',
        'static:ruff/S602 scripts/export.py:15',
        'static:secretlint/github/GITHUB_TOKEN src/settings.ts:3',
        'static:structure/shell-command-from-text src/archive.ts:5',
        'static:lockfile/plain-http package-lock.json:9',
      ]),
    );
  });

  it.each([
    ['nobody asked for that: the review is not complete', ['commit', 'HEAD'], 4],
    ['it was asked for', ['commit', 'HEAD', '--no-model'], 0],
    ['a finding reaches the threshold', ['commit', 'HEAD', '--no-model', '--fail-on', 'high'], 10],
  ])('when %s', async (_what, words, expected) => {
    const { status, stdout } = await review(words);
    expect([status, stdout.split('\n')[0]]).toEqual([
      expected,
      expect.stringMatching(/^Limited: static checks only, \d+ high, \d+ medium in 6 of 6 files$/),
    ]);
    expect(stdout).toContain('No model read the change');
  });

  it('the work tree is checked as it stands', async () => {
    shop.write({ 'src/new.js': 'export const add = (a, b) => a + b;\ndebugger;\n' });
    const { stdout } = await review(['--no-model', '--json']);
    shop.write({ 'src/new.js': null });
    expect(JSON.parse(stdout).findings).toMatchObject([{ location: { path: 'src/new.js', startLine: 2 } }]);
  });

  it.each<[string, string, string | Buffer]>([
    ['UTF-16', 'src/odd.ts', Buffer.from('\uFEFFeval(name);\n', 'utf16le')],
    ['Latin-1', 'src/odd.ts', Buffer.from('const é = 1;\n', 'latin1')],
    ['a NUL at its end', 'src/odd.ts', `${'eval(name);\n'.repeat(1_000)}\0`],
    ['more than 512 kB of lockfile', 'yarn.lock', `# ${'x\n# '.repeat(200_000)}`],
  ])('a file with %s beside a sound one is not taken for checked', async (_what, path, content) => {
    shop.write({ 'src/new.js': 'export const one = 1;\n', [path]: content });
    const { status, stdout } = await review(['--no-model', '--json']);
    shop.write({ 'src/new.js': null, [path]: null });
    expect(status).toBe(4);
    expect(JSON.parse(stdout).uncheckedFiles).toEqual([path]);
  });

  it('configuration and comments of the change silence nothing', async () => {
    const silencing = {
      '.oxlintrc.json': '{"rules":{"no-debugger":"off"},"ignorePatterns":["**"]}',
      'src/.oxlintrc.json': '{"rules":{"no-debugger":"off"}}',
      '.eslintignore': '**\n',
      'ruff.toml': 'exclude = ["*"]\n',
      'pyproject.toml': '[tool.ruff]\nexclude = ["*"]\n',
      '.secretlintrc.json': '{"rules":[]}',
      '.secretlintignore': '**\n',
      'sgconfig.yml': 'ruleDirs: []\n',
      'src/quiet.js': `/* eslint-disable */ /* oxlint-disable */\ndebugger; // eslint-disable-line\n// secretlint-disable\nexport const key = '${TOKEN}';\n`,
      'quiet.py': '# ruff: noqa\nimport os\nos.system(undefined_name)  # noqa: F821\n',
    };
    shop.write(silencing);
    const { stdout } = await review(['--no-model', '--json']);
    shop.write(Object.fromEntries(Object.keys(silencing).map((path) => [path, null])));
    const told = JSON.parse(stdout).findings.map(({ location }: Told) => `${location.path}:${location.startLine}`);
    expect(told).toEqual(expect.arrayContaining(['src/quiet.js:2', 'src/quiet.js:4', 'quiet.py:3']));
  });
});

it('R07: a secret of the change stands in no output and in no request to the model', async () => {
  model.script([submitsReview({ summary: 'Adds a token.' })]);
  const kinds = ['json', 'sarif', 'md', 'block', 'txt'];
  const files = kinds.flatMap((kind) => ['--output', join(outputs, `report.${kind}`)]);
  const variables = { OPENAI_BASE_URL: model.baseUrl, PLUMBLINE_MODEL: 'stand-in' };
  const { stderr, stdout } = await review(['commit', 'HEAD', '--explain', ...files], variables);
  const written = readdirSync(outputs).map((name) => readFileSync(join(outputs, name), 'utf8'));
  expect(written).toHaveLength(kinds.length);
  const asked = JSON.stringify(model.requests.map(({ body }) => body));
  expect(asked).toContain('[masked]');
  for (const text of [stdout, stderr, asked, ...written]) {
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain(WEBHOOK);
  }
});

describe('a secret in the name of a file, and one in a file that is too large to be looked at whole', () => {
  const [ONE, OTHER] = ['0123456789abcdefghij0123456789', 'abcdefghij0123456789abcdefghij'].map((end) => `ghp_${end}`);
  const keys = (value: number) => ({
    [`keys/${ONE}.ts`]: `export const a = ${value};\n`,
    [`keys/${OTHER}.ts`]: `export const b = ${value};\n`,
  });
  const large = '// filler\n'.repeat(60_000);

  beforeAll(() => {
    shop.commit({ ...keys(1), 'src/large.js': large });
    shop.commit({ ...keys(2), 'src/large.js': `${large}export const hook = '${WEBHOOK}';\n` });
  });

  const variables = () => ({ OPENAI_BASE_URL: model.baseUrl, PLUMBLINE_MODEL: 'stand-in' });

  it('reaches neither the model nor any form of the report, and nothing is lost by it', async () => {
    const found = { path: 'keys/[masked]~2.ts', start_line: 1, end_line: 1, evidence: 'export const b = 2;' };
    model.respondWith(() => submitsReview({ findings: [{ title: 'It is two now', ...found }] }));
    const files = ['sarif', 'md', 'block', 'txt'].map((kind) => join(outputs, `names.${kind}`));
    const words = ['commit', 'HEAD', '--json', ...files.flatMap((file) => ['--output', file])];
    const { stderr, stdout } = await review(words, variables());
    const sent = JSON.stringify(model.requests.map(({ body }) => body));
    expect(sent).toContain('export const a = 2;');
    expect(sent).toContain('export const hook');
    const told = [stdout, ...files.map((file) => readFileSync(file, 'utf8'))];
    for (const text of told) expect(text).toContain('It is two now');
    for (const secret of [ONE, OTHER, WEBHOOK]) expect([sent, stderr, ...told].join()).not.toContain(secret);
    const { coverage, findings } = JSON.parse(stdout);
    expect(findings).toMatchObject([
      { path: 'keys/[masked]~2.ts', location: { startLine: 1 }, decision: { state: 'published' } },
    ]);
    expect(coverage).toMatchObject({ state: 'complete', reviewedFiles: 3, limitations: [] });
  });

  it.each([
    ['as JSON', ['--json']],
    ['in words', []],
  ])('does not reach a preview %s', async (_how, format) => {
    const { stdout } = await review(['commit', 'HEAD', '--preview', ...format], variables());
    expect(stdout).toContain('keys/[masked]~2.ts');
    expect(stdout).not.toMatch(/ghp_/);
  });

  it('does not reach the help for a path that is none', async () => {
    const { stderr } = await review(['commit', 'HEAD', '--', 'keys/other.ts'], variables());
    expect(stderr).not.toMatch(/ghp_/);
  });
});
