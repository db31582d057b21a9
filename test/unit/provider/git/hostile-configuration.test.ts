import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aSignal, fileAt, openGit, readTarget, UNCOMMITTED } from '../../../support/builders/git-target.js';
import { createGitRepository, type GitRepository } from '../../../support/git-repository.js';

let shop: GitRepository;
let trap: string;

beforeEach(() => {
  shop = createGitRepository();
  trap = join(shop.outside, 'trap.sh');
  writeFileSync(trap, `#!/bin/sh\ntouch "${join(shop.outside, 'sprung')}"\ncat\n`, { mode: 0o755 });
  shop.commit({ 'a.ts': before, 'old.ts': before, 'z.bin': Buffer.from([0, 1]), '.gitattributes': ATTRIBUTES });
  shop.commit({
    'a.ts': before.replace('line 3\n', 'LINE 3\n').replace('line 9\n', 'LINE 9\n\n'),
    'old.ts': null,
    'new ö.ts': before.replace('line 1\n', ''),
    'z.bin': Buffer.from([0, 2]),
  });
  shop.write({ 'a.ts': `${before}more\n`, 'untracked.ts': 'u\n', 'z.bin': Buffer.from([0, 3]) });
});

afterEach(() => {
  shop.remove();
});

const before = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`).join('');
const ATTRIBUTES = '*.ts diff=trap filter=trap merge=trap\n*.bin filter=trap diff=trap\n';
const isSprung = () => existsSync(join(shop.outside, 'sprung'));

const COMMIT = { kind: 'commit', sha: 'HEAD' } as const;

/** Everything a source says of the last commit and of the work tree. */
async function readAll(environment: Readonly<Record<string, string>> = {}) {
  const commit = await readTarget(shop, COMMIT, { environment });
  const work = await readTarget(shop, UNCOMMITTED, { environment });
  const binding = await commit.source.binding(commit.target, aSignal());
  return [commit.target, commit.files, work.target, work.files, binding];
}

const DISPLAY = {
  'diff.noprefix': 'true',
  'diff.renames': 'false',
  'diff.context': '0',
  'diff.algorithm': 'patience',
  'diff.relative': 'true',
  'diff.submodule': 'log',
  'diff.suppressBlankEmpty': 'true',
  'diff.wsErrorHighlight': 'all',
  'color.ui': 'always',
  'core.quotePath': 'true',
  'core.abbrev': '4',
  'log.showSignature': 'true',
  'format.pretty': 'fuller',
  'status.showUntrackedFiles': 'no',
};
const MORE_DISPLAY = {
  'diff.mnemonicPrefix': 'true',
  'diff.renameLimit': '1',
  'diff.interHunkContext': '50',
  'diff.indentHeuristic': 'false',
  'diff.ignoreSubmodules': 'all',
  'diff.colorMoved': 'zebra',
  'diff.autoRefreshIndex': 'false',
  'color.diff': 'always',
  'i18n.logOutputEncoding': 'latin1',
  'log.follow': 'true',
  'core.untrackedCache': 'true',
  'core.splitIndex': 'true',
};
const PROGRAMS = ['diff.external', 'core.fsmonitor', 'core.pager', 'pager.diff', 'core.sshCommand', 'gpg.program'];
const DRIVERS = ['diff.trap.command', 'diff.trap.textconv', 'filter.trap.clean', 'filter.trap.smudge'];

const setAll = (names: readonly string[], value: string) => {
  for (const name of names) shop.git('config', name, value);
};

describe('configuration of the person or the repository', () => {
  it.each([
    ['how git shows a change', DISPLAY],
    ['what git compares', MORE_DISPLAY],
  ])('of %s changes nothing of what is read', async (_name, settings) => {
    const plain = await readAll();
    for (const [name, value] of Object.entries(settings)) shop.git('config', name, value);
    writeFileSync(join(shop.outside, 'order'), '*.bin\nnew*\n');
    shop.git('config', 'diff.orderFile', join(shop.outside, 'order'));
    expect(await readAll()).toEqual(plain);
  });

  it.each([
    ['for everything', PROGRAMS],
    ['for files the change chooses', DRIVERS],
    ['as a process for files the change chooses', ['filter.trap.process']],
  ])('runs no program of the repository %s', async (_name, names) => {
    const plain = await readAll();
    setAll(names, trap);
    expect(await readAll()).toEqual(plain);
    expect(isSprung()).toBe(false);
  });

  it.each([...DRIVERS.slice(0, 3), 'diff.external', 'core.fsmonitor'])('would otherwise run %s', (name) => {
    shop.git('config', name, trap);
    shop.git('-c', 'core.pager=cat', 'diff', 'HEAD');
    expect(isSprung()).toBe(true);
  });

  it('runs no hook', async () => {
    for (const hook of ['post-index-change', 'fsmonitor-watchman', 'query-watchman']) {
      writeFileSync(join(shop.directory, '.git/hooks', hook), `#!/bin/sh\n"${trap}" </dev/null\n`, { mode: 0o755 });
    }
    await readAll();
    expect(isSprung()).toBe(false);
  });

  it('a required filter of the repository does not stop the reading', async () => {
    shop.git('config', 'filter.trap.clean', 'false');
    shop.git('config', 'filter.trap.required', 'true');
    expect((await readTarget(shop, UNCOMMITTED)).files).toHaveLength(3);
  });

  it('a filter of the person’s own runs, so that its files do not look changed', async () => {
    shop.gitIn(shop.outside, 'config', '--global', 'filter.upper.clean', 'tr a-z A-Z');
    shop.commit({ '.gitattributes': '*.up filter=upper\n', 'a.up': 'quiet\n' });
    shop.write({ 'a.up': 'quiet and loud\n' });
    const { files } = await readTarget(shop, UNCOMMITTED);
    expect(files.map((file) => file.patch)).toEqual([{ kind: 'text', text: '@@ -1 +1 @@\n-QUIET\n+QUIET AND LOUD' }]);
  });

  it('the repository cannot put another program under the name of that filter', async () => {
    shop.gitIn(shop.outside, 'config', '--global', 'filter.upper.clean', 'tr a-z A-Z');
    shop.commit({ '.gitattributes': '*.up filter=upper\n', 'a.up': 'quiet\n' });
    shop.git('config', 'filter.upper.clean', trap);
    shop.write({ 'a.up': 'loud\n' });
    const { files } = await readTarget(shop, UNCOMMITTED);
    expect(fileAt(files, 'a.up').patch).toMatchObject({ text: expect.stringContaining('+LOUD') });
    expect(isSprung()).toBe(false);
  });
});

describe('variables of the environment', () => {
  it.each([
    ['that name another repository', { GIT_DIR: '/nowhere', GIT_WORK_TREE: '/', GIT_INDEX_FILE: '/nowhere/index' }],
    ['that name other places', { GIT_OBJECT_DIRECTORY: '/nowhere', GIT_EXEC_PATH: '/nowhere', GIT_NAMESPACE: 'n' }],
    ['that name programs', { GIT_EXTERNAL_DIFF: 'TRAP', GIT_PAGER: 'TRAP', PAGER: 'TRAP', GIT_SSH_COMMAND: 'TRAP' }],
    ['that configure git', { GIT_CONFIG_PARAMETERS: "'diff.external'='TRAP'", GIT_DIFF_OPTS: '--unified=0' }],
    ['that change words', { GIT_GLOB_PATHSPECS: '1', GIT_TRACE: '1', LANGUAGE: 'de', LC_ALL: 'de_DE.UTF-8' }],
  ])('%s change nothing and run nothing', async (_name, variables) => {
    const plain = await readAll();
    const set = Object.entries(variables).map(([name, value]) => [name, value.replace('TRAP', trap)]);
    expect(await readAll(Object.fromEntries(set))).toEqual(plain);
    expect(isSprung()).toBe(false);
  });

  it('that are secrets do not reach git or its filters', async () => {
    const seen = join(shop.outside, 'seen');
    shop.gitIn(shop.outside, 'config', '--global', 'filter.trap.clean', `env > '${seen}'; cat`);
    await readAll({ OPENAI_API_KEY: 'sk-secret', GITHUB_TOKEN: 'ghp-secret' });
    expect(readFileSync(seen, 'utf8')).toContain('HOME=');
    expect(readFileSync(seen, 'utf8')).not.toContain('secret');
  });
});

describe('objects and references', () => {
  it('a replaced commit is read as what its name says', async () => {
    const plain = await readTarget(shop, COMMIT);
    const sha = shop.git('rev-parse', 'HEAD');
    const other = shop.git('commit-tree', 'HEAD~^{tree}', '-p', 'HEAD~', '-m', 'Nothing to see');
    shop.git('replace', sha, other);
    const { files, target } = await readTarget(shop, { kind: 'commit', sha });
    expect([target, files]).toEqual([plain.target, plain.files]);
  });

  it('a missing git is told', async () => {
    const source = openGit(shop, UNCOMMITTED, { environment: { PATH: shop.outside } });
    await expect(source.pin(aSignal())).rejects.toMatchObject({ code: 'git_missing' });
  });

  it('a broken repository is told with git’s own words', async () => {
    writeFileSync(join(shop.directory, '.git/index'), 'broken');
    const source = openGit(shop, UNCOMMITTED);
    await expect(source.pin(aSignal())).rejects.toMatchObject({
      code: 'git_failed',
      facts: { reason: expect.stringContaining('index') },
    });
  });
});
