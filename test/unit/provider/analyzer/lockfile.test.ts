import { describe, expect, it } from '@jest/globals';
import type { CheckOutcome } from '../../../../src/provider/analyzer/check.js';
import { checkLockfile } from '../../../../src/provider/analyzer/lockfile/check-lockfile.js';
import { lockfileKind } from '../../../../src/provider/analyzer/lockfile/lockfile-kind.js';
import { aHeadFile } from '../../../support/builders/head-file.js';

type Added = { readonly start: number; readonly end: number }[];

function check(path: string, text: string, addedLines?: Added): CheckOutcome {
  return checkLockfile(aHeadFile({ path, text, ...(addedLines === undefined ? {} : { addedLines }) }));
}

/** Without the summary. */
function told(path: string, text: string, addedLines?: Added) {
  const { findings } = check(path, text, addedLines);
  return findings
    .filter(({ ruleId }) => ruleId !== 'lockfile-summary')
    .map(({ startLine, ruleId }) => `${startLine} ${ruleId}`)
    .sort();
}

type Entry = Readonly<Record<string, unknown>>;

const good = (name: string): Entry => ({
  version: '1.0.0',
  resolved: `https://registry.test/${name}/-/${name.split('/').at(-1)}-1.0.0.tgz`,
  integrity: 'sha512-abc',
});

function npmLock(entries: Readonly<Record<string, Entry>>, indent = 2): string {
  const packages = Object.fromEntries(
    Object.entries({ a: good('a'), '@b/c': good('@b/c'), ...entries }).map(([name, entry]) => [
      `node_modules/${name}`,
      entry,
    ]),
  );
  return JSON.stringify({ name: 'x', lockfileVersion: 3, packages: { '': { name: 'x' }, ...packages } }, null, indent);
}

const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length;

describe('lockfile', () => {
  it.each([
    ['package-lock.json', 'npm'],
    ['a/npm-shrinkwrap.json', 'npm'],
    ['a/yarn.lock', 'yarn'],
    ['pnpm-lock.yaml', 'pnpm'],
    ['Cargo.lock', 'cargo'],
    ['poetry.lock', 'poetry'],
    ['package.json', null],
    ['yarn.lock/a.txt', null],
    ['constructor', null],
  ])('knows %s by its name', (path, kind) => {
    expect(lockfileKind(path)).toBe(kind);
  });

  describe('of npm', () => {
    it.each([
      ['plain HTTP', { ...good('z'), resolved: 'http://registry.test/z/-/z-1.0.0.tgz' }, 'resolved', ['plain-http']],
      ['another host', { ...good('z'), resolved: 'https://other.test/z/-/z-1.0.0.tgz' }, 'resolved', ['unusual-host']],
      [
        'another port',
        { ...good('z'), resolved: 'https://registry.test:8443/z/-/z-1.0.0.tgz' },
        'resolved',
        ['unusual-host'],
      ],
      ['git', { version: '1.0.0', resolved: 'git+ssh://git@code.test/z.git#abc' }, 'resolved', ['git-source']],
      ['git by name', { version: 'github:a/z#abc' }, 'version', ['git-source']],
      ['a file', { version: '1.0.0', resolved: 'file:../z.tgz', integrity: 'sha512-abc' }, 'resolved', ['file-source']],
      ['no digest', { ...good('z'), integrity: undefined }, 'entry', ['no-integrity']],
      ['neither source nor digest', { version: '1.0.0' }, 'entry', ['no-integrity']],
      [
        'the archive of another package',
        { ...good('z'), resolved: good('evil').resolved },
        'resolved',
        ['other-package'],
      ],
      [
        'credentials',
        { ...good('z'), resolved: 'https://me:t0ken99-n0t-a-w0rd@registry.test/z/-/z-1.0.0.tgz' },
        'resolved',
        ['credentials-in-source'],
      ],
    ])('finds %s', (_name, entry, place, rules) => {
      const text = npmLock({ z: entry });
      const entryLine = lineOf(text, '"node_modules/z"');
      const line = place === 'entry' ? entryLine : entryLine + 1 + Object.keys(entry).indexOf(place);
      expect(told('package-lock.json', text)).toEqual(rules.map((rule) => `${line} ${rule}`));
    });

    it.each([
      ['an alias', { ...good('real'), name: 'real' }],
      ['a workspace', { resolved: 'packages/z', link: true }],
      ['what is in the archive of another package', { version: '1.0.0', inBundle: true }],
      [
        'a package with a scope in capitals or escapes',
        { ...good('z'), resolved: 'https://registry.test/%7A/-/z-1.tgz' },
      ],
    ])('says nothing of %s', (_name, entry) => {
      expect(told('package-lock.json', npmLock({ z: entry }))).toEqual([]);
    });

    it('reads the older, nested form', () => {
      const text = JSON.stringify(
        {
          dependencies: {
            a: { ...good('a'), dependencies: { b: { ...good('b'), resolved: 'http://registry.test/b/-/b-1.tgz' } } },
          },
        },
        null,
        2,
      );
      expect(told('package-lock.json', text)).toEqual([`${lineOf(text, 'http://')} plain-http`]);
    });

    it('tells once what a newer file repeats in the older form', () => {
      const bad = { ...good('z'), resolved: 'http://registry.test/z/-/z-1.0.0.tgz' };
      const text = JSON.stringify({ packages: { 'node_modules/z': bad }, dependencies: { z: bad } }, null, 2);
      expect(told('package-lock.json', text)).toEqual(['5 plain-http']);
    });

    it('reads the value that counts when a key stands twice', () => {
      const text = npmLock({ z: good('z') }).replace(
        '"resolved": "https://registry.test/z/-',
        '"resolved": "https://registry.test/z/-/z.tgz", "resolved": "http://registry.test/z/-',
      );
      expect(told('package-lock.json', text)).toEqual([`${lineOf(text, '"resolved": "http:')} plain-http`]);
    });

    it('reads escapes, and a file on one line', () => {
      const text = npmLock({ z: { ...good('z'), resolved: 'http://registry.test/z/-/z-1.tgz' } }, 0);
      expect(told('package-lock.json', text.replaceAll('http:/', '\\u0068ttp:\\/'))).toEqual(['1 plain-http']);
    });

    it('takes the host of the lines that were there before for the usual one', () => {
      const entries = Object.fromEntries(
        ['p', 'q', 'r', 's'].map((name) => [
          name,
          { ...good(name), resolved: `https://other.test/${name}/-/${name}-1.tgz` },
        ]),
      );
      const text = npmLock(entries);
      const start = lineOf(text, '"node_modules/p"');
      const { findings } = check('package-lock.json', text, [{ start, end: 100 }]);
      expect(findings.map(({ startLine, ruleId, body }) => [startLine, ruleId, body.split('. ')[0]])).toEqual([
        [start + 2, 'unusual-host', '4 entries: p, q, r, s'],
        [start, 'lockfile-summary', '4 entries: p, q, r, s'],
      ]);
    });

    it('says nothing of a source that was there before', () => {
      const text = npmLock({ z: { ...good('z'), resolved: 'http://other.test/z/-/z-1.0.0.tgz' } });
      const line = lineOf(text, '"node_modules/z"') + 1;
      expect(
        check('package-lock.json', text, [{ start: line, end: line }]).findings.map(({ ruleId }) => ruleId),
      ).toEqual(['lockfile-summary']);
    });

    it('says nothing when no entry has an added line', () => {
      expect(check('package-lock.json', npmLock({}), [{ start: 1, end: 2 }]).findings).toEqual([]);
    });

    it('counts the entries in a summary', () => {
      expect(check('package-lock.json', npmLock({})).findings).toEqual([
        {
          ruleId: 'lockfile-summary',
          severity: 'info',
          category: 'maintainability',
          startLine: 8,
          endLine: 12,
          title: 'Locked packages changed',
          body: '2 entries: a, @b/c. All of a file that is new come from registry.test. Check that the change is about dependencies at all.',
        },
      ]);
    });

    it('never says a password of an address, and hands it over to be masked', () => {
      const outcome = check(
        'package-lock.json',
        npmLock({ z: { ...good('z'), resolved: 'https://me:t0ken99-n0t-a-w0rd@other.test/z.tgz' } }),
      );
      expect(outcome.secrets).toEqual(['t0ken99-n0t-a-w0rd']);
      expect(JSON.stringify(outcome.findings)).not.toContain('t0ken99-n0t-a-w0rd');
    });

    it.each([
      '',
      '{',
      '[[[[',
      '{"packages": 1}',
      'null',
      '{"packages": {"node_modules/a": ',
      '"',
      ']]}}',
      `${'['.repeat(200_000)}`,
    ])('survives a broken file (%#)', (text) => {
      expect(check('package-lock.json', text).findings).toEqual([]);
    });

    it('says that a broken file was not read, and what it could see all the same', () => {
      const text = `${npmLock({ z: { ...good('z'), resolved: 'http://registry.test/z/-/z-1.tgz' } }).replace(/\}$/, '')}`;
      expect(check('package-lock.json', text).isReadable).toBe(false);
      expect(told('package-lock.json', text)).toHaveLength(1);
    });

    it('finds the right line with CRLF and a byte order mark', () => {
      const text = `\uFEFF${npmLock({ z: { ...good('z'), resolved: 'http://registry.test/z/-/z-1.tgz' } }).replaceAll('\n', '\r\n')}`;
      expect(told('package-lock.json', text)).toEqual([`${lineOf(text, 'http:')} plain-http`]);
    });
  });

  const YARN = `# yarn lockfile v1


"@a/b@^1.0.0", "@a/b@^1.1.0":
  version "1.1.0"
  resolved "https://registry.test/@a/b/-/b-1.1.0.tgz#0123456789012345678901234567890123456789"
  integrity sha512-abc

c@^2.0.0:
  version "2.0.0"
  resolved "https://registry.test/c/-/c-2.0.0.tgz#0123456789012345678901234567890123456789"
  dependencies:
    d "^1.0.0"
`;

  describe.each(['\n', '\r\n'])('of yarn, with %j', (ending) => {
    const yarn = (entry: string) => `${YARN}\n${entry}\n`.replaceAll('\n', ending);

    it.each([
      [
        'plain HTTP',
        'z@^1:\n  version "1"\n  resolved "http://registry.test/z.tgz"\n  integrity sha512-a',
        ['17 plain-http'],
      ],
      [
        'another host',
        'z@^1:\n  version "1"\n  resolved "https://other.test/z.tgz"\n  integrity sha512-a',
        ['17 unusual-host'],
      ],
      ['git', 'z@^1:\n  version "1"\n  resolved "git+ssh://git@code.test/z.git#abc"', ['17 git-source']],
      ['a file', 'z@^1:\n  version "1"\n  resolved "file:./z.tgz#abc"', ['17 file-source']],
      ['no digest', 'z@^1:\n  version "1"\n  resolved "https://registry.test/z.tgz"', ['15 no-integrity']],
    ])('finds %s', (_name, entry, expected) => {
      expect(told('yarn.lock', yarn(entry))).toEqual(expected);
    });

    it('says nothing of ordinary entries', () => {
      expect(told('yarn.lock', YARN)).toEqual([]);
    });
  });

  it('reads a newer file of yarn', () => {
    const text = `__metadata:
  version: 8

"a@npm:^1":
  version: 1.0.0
  resolution: "a@npm:1.0.0"
  checksum: 10/abc
  languageName: node

"b@https://other.test/b.tgz":
  version: 1.0.0
  resolution: "b@https://other.test/b.tgz"
  checksum: 10/abc

"c@workspace:.":
  version: 0.0.0-use.local
  resolution: "c@workspace:."

"d@git@code.test:d/d.git":
  version: 1.0.0
  resolution: "d@git@code.test:d/d.git#commit=abc"
  checksum: 10/abc

"e@npm:^1":
  version: 1.0.0
  resolution: "e@npm:1.0.0"
`;
    expect(told('yarn.lock', text)).toEqual(['12 unusual-host', '21 git-source', '24 no-integrity']);
  });

  it('reads a file of pnpm', () => {
    const text = `lockfileVersion: '9.0'

importers:
  .:
    dependencies:
      a:
        specifier: ^1.0.0

packages:

  a@1.0.0:
    resolution: {integrity: sha512-abc}
    engines: {node: '>=8'}

  '@b/c@1.0.0':
    resolution:
      integrity: sha512-abc

  d@https://other.test/d.tgz:
    resolution: {integrity: sha512-abc, tarball: https://other.test/d.tgz}

  e@http://other.test/e.tgz:
    resolution: {tarball: http://other.test/e.tgz}

  f@git+https://code.test/f.git#abc:
    resolution: {commit: abc, repo: https://code.test/f.git, type: git}

snapshots:

  a@1.0.0: {}
`;
    expect(told('pnpm-lock.yaml', text)).toEqual([
      '20 unusual-host',
      '22 no-integrity',
      '23 plain-http',
      '26 git-source',
    ]);
  });

  it('reads a file of cargo', () => {
    const text = `version = 3

[[package]]
name = "a"
version = "1.0.0"
source = "registry+https://registry.test/index"
checksum = "abc"

[[package]]
name = "b"
version = "1.0.0"
source = "git+https://code.test/b?rev=abc#abc"

[[package]]
name = "c"
version = "1.0.0"
source = "registry+https://registry.test/index"

[[package]]
name = "mine"
version = "0.1.0"
`;
    expect(told('Cargo.lock', text)).toEqual(['12 git-source', '14 no-integrity']);
  });

  it('reads a file of poetry', () => {
    const text = `[[package]]
name = "a"
version = "1.0.0"
files = [
    {file = "a-1.0.0.tar.gz", hash = "sha256:abc"},
]

[[package]]
name = "b"
version = "1.0.0"
files = []

[package.source]
type = "git"
url = "https://code.test/b.git"

[[package]]
name = "c"
version = "1.0.0"
files = [
    {file = "c-1.0.0.tar.gz", hash = "sha256:abc"},
]

[package.source]
type = "legacy"
url = "http://other.test/simple"

[metadata]
content-hash = "abc"
`;
    expect(told('poetry.lock', text)).toEqual(['15 git-source', '26 plain-http', '26 unusual-host']);
  });

  it.each(['yarn.lock', 'pnpm-lock.yaml', 'Cargo.lock', 'poetry.lock'])('survives anything named %s', (path) => {
    for (const text of ['', '\n\n', ':', 'a:\n', '[[package]]\n', '\0', '{', `${'a:\n'.repeat(1_000)}`]) {
      expect(told(path, text).filter((line) => !line.includes('no-integrity'))).toEqual([]);
    }
  });

  it('ends in time on a file made to hold it up', () => {
    const long = `z@^1:\n  resolved "${'@a'.repeat(100_000)}"\n${' '.repeat(200_000)}\n`;
    expect(check('yarn.lock', long).isReadable).toBe(true);
    expect(check('package-lock.json', `{"a": "${'\\"'.repeat(300_000)}`).isReadable).toBe(false);
  }, 5_000);
});
