import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createAcquisitions } from '../../../../src/provider/github/acquisitions.js';
import { createReader } from '../../../../src/provider/github/read-from-github.js';
import { MAX_KEPT_BYTES, readManyFiles } from '../../../../src/provider/github/read-many-files.js';
import { readWantedFiles } from '../../../../src/provider/github/wanted-files.js';
import {
  aSignal,
  instantClock,
  type ScriptedAnswer,
  scriptedClient,
  sha,
  silentLog,
} from '../../../support/builders/scripted-github.js';

const HEAD = sha('a');
const places = (count: number) => Array.from({ length: count }, (_, at) => ({ commitSha: HEAD, path: `f${at}.ts` }));

type Told = { readonly type?: string; readonly path?: readonly string[] };
type Blob = Readonly<Record<string, unknown>>;

function aBlob(text: string, overrides: Blob = {}) {
  const bytes = Buffer.from(text);
  const oid = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
  const object = { oid, byteSize: bytes.length, isBinary: false, isTruncated: false, text, ...overrides };
  return { mode: 0o100644, type: 'blob', object };
}

/** GitHub's answer with what stands at each path that was asked for. */
function answered(paths: readonly string[], entryAt: (path: string) => unknown, errors?: readonly Told[]) {
  const c0 = Object.fromEntries(paths.map((path, at) => [`f${at}`, entryAt(path)]));
  return { data: { data: { repository: { c0 } }, ...(errors === undefined ? {} : { errors }) } };
}

/** How many files may be acquired and what GitHub answers to a query for these paths. */
function over(answer: (paths: readonly string[]) => ScriptedAnswer | 'no answer', limit = 128) {
  const asked: string[][] = [];
  const { client } = scriptedClient(({ parameters }) => {
    const variables = Object.entries(parameters.variables as Record<string, string>);
    const paths = variables.flatMap(([name, value]) => (/^p\d+$/.test(name) ? [value] : []));
    asked.push(paths);
    return answer(paths);
  });
  const clock = instantClock();
  const repository = { owner: 'octo', name: 'shop' };
  const readFromGithub = createReader({ client, repository, clock, log: silentLog });
  return { asked, clock, parts: { readFromGithub, acquisitions: createAcquisitions(limit), log: silentLog } };
}

const kindsOf = (files: readonly { readonly kind: string }[]) => [...new Set(files.map(({ kind }) => kind))];

describe('a query for many files that fails', () => {
  it.each<[string, ScriptedAnswer | 'no answer']>([
    ['a server error', { status: 502 }],
    ['no answer', 'no answer'],
    ['half an answer', { data: 'half' }],
    ['an error of a query that took too long', { data: { data: null, errors: [{}] } }],
    [
      'a limit of what a query may take',
      { data: { data: { repository: {} }, errors: [{ type: 'RESOURCE_LIMITS_EXCEEDED' }] } },
    ],
  ])('is asked again in parts after %s, never as it was', async (_name, failure) => {
    const { asked, parts } = over((paths) => (paths.length > 30 ? failure : answered(paths, aBlob)));
    const files = await readManyFiles(parts, places(100), aSignal());
    expect(files.map((file) => file.kind === 'text' && file.text)).toEqual(places(100).map(({ path }) => path));
    expect(asked.map(({ length }) => length)).toEqual([100, 25, 25, 25, 25]);
  });

  it.each([0, 50, 99])('loses one file that GitHub cannot give, at place %i, and nothing else', async (place) => {
    const bad = `f${place}.ts`;
    const { parts } = over((paths) => (paths.includes(bad) ? { status: 502 } : answered(paths, aBlob)));
    const files = await readManyFiles(parts, places(100), aSignal());
    expect(files.flatMap(({ kind }, at) => (kind === 'text' ? [] : [[kind, at]]))).toEqual([['unreadable', place]]);
  });

  it('counts each query as acquired, and ends when none is left', async () => {
    const { asked, parts } = over((paths) => (paths.length > 30 ? { status: 502 } : answered(paths, aBlob)), 3);
    const files = await readManyFiles(parts, places(100), aSignal());
    expect(asked.map(({ length }) => length)).toEqual([100, 25, 25]);
    expect(files.filter(({ kind }) => kind === 'unreadable')).toHaveLength(50);
  });

  it('is given up after six failures in a row, whatever is left', async () => {
    const { asked, parts } = over(() => ({ status: 502 }));
    expect(kindsOf(await readManyFiles(parts, places(400), aSignal()))).toEqual(['unreadable']);
    expect(asked.map(({ length }) => length)).toEqual([100, 25, 7, 2, 1, 1]);
  });

  it.each<[string, ScriptedAnswer]>([
    ['missing permissions', { status: 403 }],
    ['nothing there', { status: 404 }],
    ['a limit of requests', { data: { data: null, errors: [{ type: 'RATE_LIMITED' }] } }],
  ])('is not asked in parts after %s', async (_name, failure) => {
    const { asked, parts } = over(() => failure);
    expect(kindsOf(await readManyFiles(parts, places(200), aSignal()))).toEqual(['unreadable']);
    expect(asked).toHaveLength(1);
  });

  it('waits as long as GitHub asks, and then asks the same', async () => {
    let isFirst = true;
    const { asked, clock, parts } = over((paths) => {
      const isRefused = isFirst;
      isFirst = false;
      return isRefused ? { status: 503, headers: { 'retry-after': '7' } } : answered(paths, aBlob);
    });
    expect(kindsOf(await readManyFiles(parts, places(20), aSignal()))).toEqual(['text']);
    expect([asked.map(({ length }) => length), clock.sleeps]).toEqual([[20, 20], [7_000]]);
  });
});

describe('the texts of many files', () => {
  const large = (path: string) => aBlob(`${path}${'x'.repeat(499_000)}`);

  it('are kept up to a sum of bytes; what is beyond is told and not asked for', async () => {
    const { asked, parts } = over((paths) => answered(paths, large));
    const paths = places(400).map(({ path }) => path);
    const read = await readWantedFiles(parts, { commitSha: HEAD, paths, maxBytes: 500_000 }, aSignal());
    const keptBytes = [...read.files.values()].reduce((sum, text) => sum + text.length, 0);
    expect(keptBytes).toBeLessThanOrEqual(MAX_KEPT_BYTES);
    expect([read.files.size, read.tooLarge, read.isPartial, asked.length]).toEqual([32, [], true, 1]);
  });

  it('do not count when they are larger than wanted', async () => {
    const { parts } = over((paths) => answered(paths, (path) => (path === 'small.ts' ? aBlob('small') : large(path))));
    const paths = [...places(60).map(({ path }) => path), 'small.ts'];
    const read = await readWantedFiles(parts, { commitSha: HEAD, paths, maxBytes: 1_000 }, aSignal());
    expect([[...read.files], read.tooLarge, read.isPartial]).toEqual([
      [['small.ts', 'small']],
      paths.slice(0, 60),
      false,
    ]);
  });
});

describe('files larger than wanted', () => {
  it.each<[string, Blob, readonly string[], boolean]>([
    ['a text', {}, ['a.ts'], false],
    ['a text that is cut', { isTruncated: true, text: 'xx' }, ['a.ts'], false],
    ['a text that GitHub cuts although it would be small enough', { isTruncated: true, byteSize: 10 }, ['a.ts'], true],
    ['what GitHub takes for binary', { isBinary: true, text: null }, ['a.ts'], false],
    ['what GitHub says nothing of but the size', { isBinary: null, isTruncated: null, text: null }, ['a.ts'], false],
    ['a small file that GitHub says nothing of', { isBinary: null, text: null, byteSize: 10 }, [], true],
    ['what GitHub takes for binary, and is small', { isBinary: true, text: null, byteSize: 10 }, [], false],
  ])('are named: %s', async (_name, overrides, tooLarge, isPartial) => {
    const { parts } = over((paths) => answered(paths, () => aBlob('x'.repeat(20), overrides)));
    const read = await readWantedFiles(parts, { commitSha: HEAD, paths: ['a.ts'], maxBytes: 19 }, aSignal());
    expect(read).toEqual({ files: new Map(), tooLarge, isPartial });
  });
});

describe('a file that is null in the answer', () => {
  const own = ['repository', 'c0', 'f0'];

  it.each<[string, readonly Told[] | undefined, string]>([
    ['without any error', undefined, 'absent'],
    ['with an empty list of errors', [], 'absent'],
    ['with an error that it was not found', [{ type: 'NOT_FOUND', path: own }], 'absent'],
    ['with an error of another kind', [{ type: 'FORBIDDEN', path: own }], 'unreadable'],
    ['with an error without a kind', [{ path: own }], 'unreadable'],
    ['with an error that names no place', [{ type: 'NOT_FOUND' }], 'unreadable'],
    ['with an error of another file', [{ type: 'NOT_FOUND', path: ['repository', 'c0', 'f1'] }], 'unreadable'],
    ['with an error of the whole commit', [{ type: 'INTERNAL', path: ['repository', 'c0'] }], 'unreadable'],
    [
      'with two errors',
      [
        { type: 'NOT_FOUND', path: own },
        { type: 'INTERNAL', path: own },
      ],
      'unreadable',
    ],
  ])('is absent only when nothing speaks against it: %s', async (_name, errors, kind) => {
    const { parts } = over((paths) => answered(paths, () => null, errors));
    expect(kindsOf(await readManyFiles(parts, places(1), aSignal()))).toEqual([kind]);
  });
});
