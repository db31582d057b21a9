import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  COMMAND_LINE_KEY,
  type CommandLine,
  createShop,
  findsTheRetry,
  openCommandLine,
} from '../support/command-line.js';
import { createGitRepository, type GitRepository } from '../support/git-repository.js';
import { httpError, says } from '../support/model-stand-in/index.js';

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

describe('words that cannot be meant', () => {
  it.each([
    [
      'no command that exists',
      ['reveiw'],
      /"reveiw" is not a command\nhelp: {2}did you mean review\? commands: review, serve, run, record, doctor, config, help\n/,
    ],
    ['no command that is near', ['xyz', '--help'], /"xyz" is not a command\nhelp: {2}commands: review/],
    ['help for no command', ['help', 'nothing'], /"nothing" is not a command/],
    [
      'one bare word',
      ['review', 'main'],
      /"main" is not a target\nhelp: {2}to review what HEAD adds to the branch main: plumbline review base main\n/,
    ],
    [
      'a word that is nearly a target',
      ['review', 'comit'],
      /did you mean plumbline review commit\? name a target: base/,
    ],
    ['a range alone', ['review', 'a..b'], /plumbline review range a\.\.b/],
    ['a commit alone', ['review', 'deadbeef'], /plumbline review commit deadbeef/],
    ['a file alone', ['review', 'src/charge.ts'], /plumbline review -- src\/charge\.ts/],
    ['an address alone', ['review', 'https://github.com/o/s/pull/1'], /plumbline review pr https:/],
    [
      'a revision that looks like an option',
      ['review', 'base', '-x'],
      /-x is not an option here\nhelp: {2}options: --mode/,
    ],
    [
      'an option with a slip',
      ['review', '--failon', 'high'],
      /--failon is not an option here\nhelp: {2}did you mean --fail-on\?/,
    ],
    ['too many targets', ['review', 'base', 'a', 'b'], /expected exactly.*\nhelp: {2}see `plumbline help review`\n/],
    ['a word too many for config', ['config', 'schema', 'x'], /\nhelp: {2}see `plumbline help config`\n/],
    ['a word too many for doctor', ['doctor', 'x'], /\nhelp: {2}see `plumbline help doctor`\n/],
    ['a path as Windows writes it', ['review', '--', 'src\\charge.ts'], /"src\\charge\.ts" is not a path inside/],
    ['a diff on standard input', ['review', '-'], /"-" is not a target/],
    ['an option of one dash', ['review', '-json'], /-json is not an option here\nhelp: {2}did you mean --json\?/],
    [
      'an option of doctor with a slip',
      ['doctor', '--jsn'],
      /--jsn is not an option here\nhelp: {2}did you mean --json\?/,
    ],
    [
      'an option at the end without its value',
      ['review', '--model'],
      /--model needs a value\nhelp: {2}write --model <value>/,
    ],
    [
      'an option before another',
      ['review', '--model', '--json'],
      /--model needs a value\nhelp: {2}when it begins with "-"/,
    ],
    ['a switch with a value', ['review', '--json=yes'], /--json takes no value/],
    ['a range that writes a file', ['review', 'range', '--output=x..y'], /expected exactly: plumbline review range/],
    ['a revision of one dash', ['review', 'commit', '-'], /begins with "-"/],
    ['a revision that does not exist', ['review', 'range', 'main..nowhere'], /"nowhere" names no commit/],
    ['a tree where a commit is meant', ['review', 'commit', 'HEAD^{tree}'], /names no commit/],
    ['an option without its value', ['review', '--repo', ''], /--repo is empty/],
    [
      'a threshold that does not exist',
      ['review', '--fail-on', 'hihg'],
      /use critical, high, medium, low, info, never\nhelp: {2}did you mean high\?/,
    ],
    ['a mode that does not exist', ['review', '--mode', 'panel'], /--mode is "panel"; use standard/],
    ['a path outside', ['review', '--', '../other'], /is not a path inside the repository/],
    ['a word after serve', ['serve', 'now'], /"serve" takes no further word/],
  ])('are a usage error: %s', async (_title, words, told) => {
    const { status, stdout, stderr } = await line.plumbline(shop, words);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^error: .*\nhelp: {2}\S/s);
    expect(stderr).toMatch(told);
  });

  it('N06: outside of a repository are told apart from nothing to review', async () => {
    const outside = { ...shop, directory: shop.outside };
    const { status, stderr } = await line.plumbline(outside, ['review']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('is not inside a git repository')]);
  });

  it('in a folder that does not exist are told', async () => {
    const { status, stderr } = await line.plumbline(shop, ['review', '--repo', join(shop.outside, 'nowhere')]);
    expect([status, stderr]).toEqual([2, expect.stringContaining('nowhere is not inside a git repository')]);
  });

  it.each([[['base', 'main']], [['commit', 'HEAD']]])('before the first commit name no commit: %j', async (words) => {
    const young = createGitRepository();
    const { status, stderr } = await line.plumbline(young, ['review', ...words]);
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/names no commit .*\nhelp: {2}there is no commit yet: /),
    ]);
    young.remove();
  });

  it('name a branch that is not there, and are told those that are', async () => {
    for (const name of ['topic', 'mastre', 'b3', 'b4', 'b5', 'b6']) shop.git('branch', name);
    const { status, stderr } = await line.plumbline(shop, ['review', 'base', 'master']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^help: {2}the branches here: mastre, .* and 2 more; one that is missing/m);
  });
});

describe('nothing to review', () => {
  it('in a clean work tree names what else could be', async () => {
    shop.git('checkout', '--quiet', '--', '.');
    expect(await line.plumbline(shop, ['review'])).toEqual({
      status: 3,
      stdout: '',
      stderr: expect.stringContaining(
        'error: nothing to review: the work tree is clean\nhelp:  try plumbline review base main or plumbline review commit HEAD\n',
      ),
    });
  });

  it('names no branch that is not there', async () => {
    shop.git('checkout', '--quiet', '--', '.');
    shop.git('branch', '--move', 'main', 'topic');
    const { stderr } = await line.plumbline(shop, ['review', '--preview']);
    expect(stderr).toContain('help:  try plumbline review commit HEAD\n');
  });

  it('before the first commit says so', async () => {
    const young = createGitRepository();
    const { status, stderr } = await line.plumbline(young, ['review']);
    expect([status, stderr]).toEqual([3, expect.stringContaining('there is no commit yet, and no file')]);
    young.remove();
  });

  it.each([
    [['charge.ts'], 'did you mean src/charge.ts?'],
    [['./charge.ts'], 'did you mean src/charge.ts?'],
    [['src/chrage.ts'], 'did you mean src/charge.ts?'],
  ])('at %j asks for the changed file that was meant', async (paths, told) => {
    const { status, stderr } = await line.plumbline(shop, ['review', '--', ...paths]);
    expect([status, stderr]).toEqual([3, expect.stringContaining(`help:  ${told} paths are named from the top`)]);
  });
});

describe('an environment that cannot be used', () => {
  it('is told with all its mistakes at once', async () => {
    const variables = { PORT: '70000', PLUMBLINE_MAX_REQUESTS: 'many', GHE_PROTOCOL: 'ftp', HTTP_PROXY: 'socks5://x' };
    const { status, stderr } = await line.plumbline(shop, ['review'], { variables });
    expect(status).toBe(2);
    expect(stderr).toMatchInlineSnapshot(`
"error: GHE_PROTOCOL is "ftp": use one of https, http
       PORT is "70000": use at most 65535
       PLUMBLINE_MAX_REQUESTS is "many": use a whole number
       HTTP_PROXY is "socks5://x": not the address of an HTTP proxy, such as http://proxy.example:8080
help:  see docs/environment.md
"
`);
  });

  it.each([
    [
      'an endpoint without a model',
      { PLUMBLINE_MODEL: undefined },
      'error: PLUMBLINE_MODEL is not set\nhelp:  name a model, for example PLUMBLINE_MODEL=gpt-5\n',
    ],
    [
      'a model without an endpoint',
      { OPENAI_BASE_URL: undefined, OPENAI_API_KEY: undefined },
      'error: neither OPENAI_API_KEY nor OPENAI_BASE_URL is set\nhelp:  set OPENAI_API_KEY, or OPENAI_BASE_URL for an endpoint without a key\n',
    ],
    [
      'a static check that does not exist',
      { PLUMBLINE_ANALYZERS: 'ruff,eslint' },
      'error: PLUMBLINE_ANALYZERS is "ruff,eslint": use none, or some of oxlint, ruff, secretlint, structure, lockfile\nhelp:  see docs/environment.md\n',
    ],
  ])('%s is told before anything is read', async (_what, variables, said) => {
    const { status, stderr } = await line.plumbline({ ...shop, directory: shop.outside }, ['review'], { variables });
    expect([status, stderr]).toEqual([2, said]);
  });

  it('does not keep the help from being shown', async () => {
    const { status, stdout } = await line.plumbline(shop, ['--help'], { variables: { PORT: 'x' } });
    expect([status, stdout]).toEqual([0, expect.stringContaining('usage:')]);
  });

  it('shows the help on standard error when no command is given', async () => {
    const { status, stdout, stderr } = await line.plumbline(shop, []);
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining('usage:')]);
  });

  it('takes a path for a path, also when it looks like a question for help', async () => {
    const { status, stderr } = await line.plumbline(shop, ['review', '--', '--help']);
    expect([status, stderr]).toEqual([3, expect.stringContaining('at --help')]);
  });
});

describe('a proxy', () => {
  it('is asked for what NO_PROXY does not name', async () => {
    const proxy = await startProxy();
    line.model.script([findsTheRetry()]);
    const { status } = await line.plumbline(shop, ['review'], { variables: { http_proxy: proxy.address } });
    expect([status, proxy.asked()]).toEqual([0, 1]);
    await proxy.close();
  });

  it('is not asked for what NO_PROXY names', async () => {
    const proxy = await startProxy();
    const variables = { HTTP_PROXY: proxy.address, HTTPS_PROXY: proxy.address, NO_PROXY: '127.0.0.1,localhost' };
    const { status } = await line.plumbline(shop, ['review'], { variables });
    expect([status, proxy.asked()]).toEqual([0, 0]);
    await proxy.close();
  });
});

describe('hostile text', () => {
  const HOSTILE = '\u001b[31mred\u001b]0;title\u0007 \u202eevil\u2066 \u200bzero \u009b2J \ud800';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\p{Cf}\p{Cs}\u2028\u2029]/u;

  it('of a model reaches no terminal', async () => {
    const finding = { title: HOSTILE, body: HOSTILE, trigger: HOSTILE, suggestion: HOSTILE };
    for (const words of [
      ['review', '--explain'],
      ['review', '--json'],
    ]) {
      line.model.script([findsTheRetry(finding)]);
      const { stdout, stderr } = await line.plumbline(shop, words);
      expect(`${stdout}${stderr}`).not.toMatch(UNSAFE);
      expect(stdout).toContain('evil');
    }
    line.model.script([says(HOSTILE), says(HOSTILE)]);
    expect((await line.plumbline(shop, ['review'])).stdout).not.toMatch(UNSAFE);
  });

  it('of a path reaches no terminal', async () => {
    shop.write({ 'a\u001b[2J\u202e\u0085.ts': 'x\n', 'line\nbreak.ts': 'y\n' });
    const path = 'a\u001b[2J\u202e\u0085.ts';
    for (const words of [['--preview'], ['--preview', '--json'], ['--explain'], ['--json']]) {
      line.model.script([findsTheRetry({ path, evidence: 'x' })]);
      const { stdout, stderr } = await line.plumbline(shop, ['review', ...words]);
      expect(`${stdout}${stderr}`).not.toMatch(UNSAFE);
      expect(stdout).toContain('[2J');
    }
  });

  it('of a branch reaches no terminal', async () => {
    const branch = 'a\u202eb\u200b\u0085';
    shop.git('branch', branch);
    shop.commit({ 'src/charge.ts': 'x\n' });
    for (const words of [['--preview'], ['--preview', '--json'], [], ['--json']]) {
      const { status, stdout, stderr } = await line.plumbline(shop, ['review', 'base', branch, ...words]);
      expect(`${stdout}${stderr}`).not.toMatch(UNSAFE);
      expect(status).toBe(0);
    }
  });

  it('of an endpoint reaches no terminal', async () => {
    for (const words of [['review'], ['review', '--json']]) {
      line.model.script([httpError(400, { error: { message: HOSTILE } })]);
      const { stdout, stderr } = await line.plumbline(shop, words);
      expect(`${stdout}${stderr}`).not.toMatch(UNSAFE);
    }
  });

  it.each([
    ['a revision', ['review', 'base', `a\u202e\u0085${'\u001b'}[2J`]],
    ['a focus of one word', ['review', '\u001b[2Jx\u202e']],
    ['a range', ['review', 'range', 'x\nhelp:  run this']],
    ['a path', ['review', '--', '../\u001b[2J\nhelp:  run this']],
    ['a threshold', ['review', '--fail-on', '\u202e\u001b[2J\nhelp:  run this']],
    ['a command', ['\u001b[2J\nhelp:  run this']],
  ])('of %s in an error reaches no terminal and forges no line', async (_title, words) => {
    const { status, stderr } = await line.plumbline(shop, words);
    expect(status).toBe(2);
    expect(stderr).not.toMatch(UNSAFE);
    expect(stderr.match(/^help:/gm)).toHaveLength(1);
  });
});

describe('secrets', () => {
  it('are masked wherever they would be shown', async () => {
    const known = 'a-plain-word-as-a-key';
    const variables = { OPENAI_API_KEY: known, GITHUB_TOKEN: COMMAND_LINE_KEY };
    const leak = `the key ${known} and ${COMMAND_LINE_KEY}`;
    for (const words of [
      ['review', '--explain'],
      ['review', '--json'],
    ]) {
      line.model.script([findsTheRetry({ title: leak, body: leak })]);
      const { stdout, stderr } = await line.plumbline(shop, words, { variables });
      expect(stdout).toContain('[masked]');
      expect(`${stdout}${stderr}`).not.toContain(known);
      expect(`${stdout}${stderr}`).not.toContain(COMMAND_LINE_KEY);
    }
    const { stderr } = await line.plumbline(shop, ['review', `${known}`], { variables });
    expect(stderr).toContain('"[masked]" is not a target');
  });

  it('of a proxy address are masked when it cannot be used', async () => {
    const variables = { HTTPS_PROXY: 'socks5://ada:swordfish@proxy.example' };
    const { stderr } = await line.plumbline(shop, ['review'], { variables });
    expect(stderr).toContain('socks5://ada:[masked]@proxy.example');
  });
});

describe('the folder under review', () => {
  it('runs no program, whatever its configuration, attributes and hooks name', async () => {
    const sprung = join(shop.outside, 'sprung');
    const trap = join(shop.outside, 'trap.sh');
    writeFileSync(trap, `#!/bin/sh\ntouch '${sprung}'\ncat\n`, { mode: 0o755 });
    shop.write({ '.gitattributes': '* diff=trap filter=trap\n' });
    for (const name of ['core.fsmonitor', 'diff.external', 'diff.trap.textconv', 'filter.trap.clean', 'core.pager'])
      shop.git('config', name, trap);
    writeFileSync(join(shop.directory, '.git/hooks/post-index-change'), `#!/bin/sh\n'${trap}'\n`, { mode: 0o755 });
    for (const words of [[], ['commit', 'HEAD'], ['base', 'main']]) await line.plumbline(shop, ['review', ...words]);
    expect(existsSync(sprung)).toBe(false);
  });
});

describe('an endpoint that cannot be reached', () => {
  it('is a review that took place and failed, with the reason', async () => {
    const variables = { OPENAI_BASE_URL: `http://127.0.0.1:${await closedPort()}/v1` };
    const { status, stdout, stderr } = await line.plumbline(shop, ['review', '--json'], { variables });
    expect({ status, stderr }).toMatchObject({ status: 4 });
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: 'not_assessed',
      failure: { message: expect.stringContaining('127.0.0.1') },
    });
    expect(stderr).toContain('waiting to try again: the provider gave no answer, about 2 s');
  }, 60_000);
});

async function closedPort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** A proxy that opens tunnels (undici asks for one whatever the scheme) and counts them. */
async function startProxy() {
  let count = 0;
  const open = new Set<{ destroy(): unknown }>();
  const server = createServer();
  server.on('connect', (request, socket) => {
    count += 1;
    const [host = '', port = ''] = (request.url ?? '').split(':');
    const upstream = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    for (const end of [upstream, socket]) open.add(end.on('error', () => {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    // Without a scheme, as many people write it.
    address: `127.0.0.1:${port}`,
    asked: () => count,
    close: async () => {
      for (const end of open) end.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
