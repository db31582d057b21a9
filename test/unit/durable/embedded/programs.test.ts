import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findPrograms, type Machine, thisMachine } from '../../../../src/durable/embedded/find-programs.js';
import { layoutOf } from '../../../../src/durable/embedded/layout.js';
import { makeLibraryLinks } from '../../../../src/durable/embedded/library-links.js';
import { settlePrograms } from '../../../../src/durable/embedded/settle-programs.js';
import { openSocketDirectory, socketDirectoryOf } from '../../../../src/durable/embedded/socket-directory.js';

const IS_ROOT = process.getuid?.() === 0;
const LINKS = [
  { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
  { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
];
let base: string;
let native: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'plumbline-programs-'));
  chmodSync(base, 0o755);
  native = join(base, 'package/native');
  for (const folder of ['bin', 'lib']) mkdirSync(join(native, folder), { recursive: true });
  writeFileSync(join(native, 'bin/postgres'), 'program', { mode: 0o755 });
  writeFileSync(join(native, 'lib/libpq.so.5.18'), 'library');
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(LINKS));
});

afterEach(() => {
  chmodSync(join(base, 'package'), 0o755);
  chmodSync(join(native, 'lib'), 0o755);
  rmSync(base, { recursive: true, force: true });
});

describe('findPrograms', () => {
  const notInstalled = () => {
    throw new Error('not found');
  };

  it.each<[string, Partial<Machine>, RegExp, RegExp]>([
    ['a system without a package', { platform: 'sunos' }, /no PostgreSQL for sunos-x64/, /DATABASE_URL/],
    ['musl', { hasGlibc: false }, /needs glibc.*musl/, /DATABASE_URL/],
    ['a package that was left out', {}, /linux-x64 is not installed/, /optional dependencies.*DATABASE_URL/],
  ])('refuses %s and says what to do', async (_what, difference, message, help) => {
    const machine = { platform: 'linux', arch: 'x64', hasGlibc: true, resolve: notInstalled, ...difference };
    await expect(findPrograms(machine)).rejects.toMatchObject({
      code: 'database_unavailable',
      message: expect.stringMatching(message),
      help: expect.stringMatching(help),
    });
  });

  it('finds those of this system', async () => {
    expect(await findPrograms(thisMachine())).toMatchObject({ major: 18, version: expect.stringMatching(/^18\./) });
  });
});

describe('makeLibraryLinks', () => {
  it('makes the links of the list, also when two processes do it at once or it was done before', async () => {
    expect(await Promise.all([makeLibraryLinks(native), makeLibraryLinks(native)])).toEqual([true, true]);
    expect(await makeLibraryLinks(native)).toBe(true);
    expect(['libpq.so', 'libpq.so.5'].map((name) => readlinkSync(join(native, 'lib', name)))).toEqual([
      'libpq.so.5.18',
      'libpq.so.5.18',
    ]);
  });

  it('leaves a file alone that is there already', async () => {
    writeFileSync(join(native, 'lib/libpq.so.5'), 'a copy');
    await makeLibraryLinks(native);
    expect(readFileSync(join(native, 'lib/libpq.so.5'), 'utf8')).toBe('a copy');
  });

  it.each(['native/lib/../../../evil', '../evil'])('makes none outside its folder: %s', async (target) => {
    writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify([{ source: LINKS[0]?.source, target }]));
    await expect(makeLibraryLinks(native)).rejects.toMatchObject({ code: 'database_unavailable' });
    expect(readdirSync(base)).toEqual(['package']);
  });

  it('has nothing to do where there is no list', async () => {
    rmSync(join(native, 'pg-symlinks.json'));
    expect(await makeLibraryLinks(native)).toBe(true);
  });
});

describe('settlePrograms', () => {
  const user = IS_ROOT ? { uid: 65_534, gid: 65_534 } : null;
  const settle = () => {
    const layout = layoutOf(join(base, 'data'));
    mkdirSync(layout.root);
    return { layout, settled: settlePrograms({ native, version: '18.4.0', major: 18 }, layout, user) };
  };

  it('takes the programs where they are', async () => {
    expect(await settle().settled).toMatchObject({ native });
  });

  it('copies programs that cannot be used in place, once and complete', async () => {
    // For root: who runs the server may not enter. Else: the links cannot be made.
    chmodSync(IS_ROOT ? join(base, 'package') : join(native, 'lib'), IS_ROOT ? 0o700 : 0o555);
    const { layout, settled } = settle();
    const copy = join(layout.root, 'programs-18.4.0');
    expect(await settled).toMatchObject({ native: join(copy, 'native') });
    expect(readlinkSync(join(copy, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18');
    expect(await settlePrograms({ native, version: '18.4.0', major: 18 }, layout, user)).toEqual(await settled);
    expect(readdirSync(layout.root)).toEqual(['programs-18.4.0']);
  });
});

describe('the socket directory', () => {
  it.each([
    ['within the data directory', '/data', '/data/socket'],
    ['as long as it fits', `/${'d'.repeat(81)}`, `/${'d'.repeat(81)}/socket`],
  ])('is %s', (_where, root, directory) => {
    expect(socketDirectoryOf(root)).toBe(directory);
  });

  it('is a short one of its own for each path that is too long, counted in bytes', () => {
    const [one, other] = [socketDirectoryOf(`/${'語'.repeat(30)}`), socketDirectoryOf(`/${'語'.repeat(31)}`)];
    expect(one).toMatch(/\/plumbline-[0-9a-f]{16}$/);
    expect(other).not.toBe(one);
  });

  it('is refused when it is no folder of ours', async () => {
    const path = join(base, 'socket');
    writeFileSync(path, '');
    await expect(openSocketDirectory(path, null)).rejects.toMatchObject({
      code: 'database_unavailable',
      message: expect.stringContaining('belongs to somebody else'),
    });
  });
});
