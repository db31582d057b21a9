import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { matchPatches } from '../../../../src/provider/git/match-patches.js';
import { createPatchAllowance } from '../../../../src/provider/git/patch-allowance.js';
import { patchHeader } from '../../../../src/provider/git/patch-header.js';
import { createRawReader } from '../../../../src/provider/git/read-raw-listing.js';
import { createPatchSplitter } from '../../../../src/provider/git/split-patches.js';

const DIFF = Buffer.from(
  [
    'diff --git a/a.ts b/a.ts',
    'index 1111..2222 100644',
    '--- a/a.ts',
    '+++ b/a.ts',
    '@@ -1,2 +1,2 @@ heading',
    ' kept ö',
    '-diff --git a/x b/x',
    '+Binary files a/x and b/x differ',
    'diff --git a/run.sh b/run.sh',
    'old mode 100644',
    'new mode 100755',
    'diff --git a/logo b/logo',
    'index 3333..4444 100644',
    'Binary files a/logo and b/logo differ',
    'diff --git a/end b/end',
    'index 5555..6666 100644',
    '--- a/end',
    '+++ b/end',
    '@@ -1 +1 @@',
    '-a',
    '+b',
    '\\ No newline at end of file',
    '',
  ].join('\n'),
);

function split(chunks: readonly Buffer[], allowance = createPatchAllowance()) {
  const splitter = createPatchSplitter(allowance);
  for (const chunk of chunks) splitter.push(chunk);
  return splitter.end();
}

/** Cut bytes at the given places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % bytes.length))].sort((left, right) => left - right);
  return [...ends, bytes.length].map((end, index) => Buffer.from(bytes.subarray(ends[index - 1] ?? 0, end)));
}

it('reads a diff into its files', () => {
  expect(
    split([DIFF]).map(({ header, text, additions, deletions, isBinary, blobs }) => [
      header,
      text,
      additions,
      deletions,
      isBinary,
      blobs,
    ]),
  ).toEqual([
    [
      'diff --git a/a.ts b/a.ts',
      '@@ -1,2 +1,2 @@ heading\n kept ö\n-diff --git a/x b/x\n+Binary files a/x and b/x differ',
      1,
      1,
      false,
      { old: '1111', new: '2222' },
    ],
    ['diff --git a/run.sh b/run.sh', null, 0, 0, false, null],
    ['diff --git a/logo b/logo', null, 0, 0, true, { old: '3333', new: '4444' }],
    [
      'diff --git a/end b/end',
      '@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file',
      1,
      1,
      false,
      { old: '5555', new: '6666' },
    ],
  ]);
});

it('S04: reads the same in whatever pieces it arrives', () => {
  const whole = split([DIFF]);
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 12 }), (places) => {
      expect(split(cut(DIFF, places))).toEqual(whole);
    }),
    { numRuns: 200 },
  );
});

it('S04: counts a patch beyond the allowance to its end without keeping it', () => {
  const [first, , , last] = split([DIFF], createPatchAllowance(50));
  expect(first).toMatchObject({ text: null, additions: 1, deletions: 1, sizeBytes: 86 });
  expect(last).toMatchObject({ text: expect.stringContaining('+b') });
});

it('keeps no more than the allowance of the whole listing', () => {
  const texts = split([DIFF], createPatchAllowance(1_000, 100)).map((section) => section.text !== null);
  expect(texts).toEqual([true, false, false, false]);
});

const LISTING = Buffer.concat([
  Buffer.from(':100644 100644 1111 2222 M\0a b.ts\0:100644 100644 3333 3333 R100\0old\0new\0'),
  Buffer.from(':000000 100644 0000 4444 A\0caf\xe9\0', 'latin1'),
]);

it('reads raw entries in whatever pieces they arrive, and hands on what follows', () => {
  const output = Buffer.concat([LISTING, Buffer.from('\0diff --git a/x b/x\n')]);
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 8 }), (places) => {
      const reader = createRawReader();
      const rest: Buffer[] = [];
      for (const chunk of cut(output, places)) {
        const left = rest.length > 0 ? chunk : reader.push(chunk);
        if (left !== null) rest.push(left);
      }
      expect(reader.entries.map(({ letter, path, previousPath }) => [letter, path, previousPath])).toEqual([
        ['M', Buffer.from('a b.ts'), null],
        ['R', Buffer.from('new'), Buffer.from('old')],
        ['A', Buffer.from('caf\xe9', 'latin1'), null],
      ]);
      expect(Buffer.concat(rest).toString()).toBe('diff --git a/x b/x\n');
    }),
    { numRuns: 200 },
  );
});

it.each([
  ['plain', 'a b.ts', 'diff --git a/a b.ts b/a b.ts'],
  ['with a quote', 'a"b', 'diff --git "a/a\\"b" "b/a\\"b"'],
  ['with controls', '\t\n\u0001\u007f\\', 'diff --git "a/\\t\\n\\001\\177\\\\" "b/\\t\\n\\001\\177\\\\"'],
])('builds the header of a path %s', (_name, path, header) => {
  expect(patchHeader(Buffer.from(path), Buffer.from(path))).toBe(header);
});

describe('listing and patches', () => {
  const entry = (path: string, more: object = {}) => ({
    oldMode: '100644',
    newMode: '100644',
    oldBlob: '1111',
    newBlob: '2222',
    letter: 'M',
    path: Buffer.from(path),
    previousPath: null,
    ...more,
  });
  const sections = split([DIFF]);
  const names = ['a.ts', 'run.sh', 'logo', 'end'];

  it('leave out a file of the work tree that was only touched', () => {
    const touched = entry('touched', { newBlob: '0000' });
    const entries = [touched, ...names.map((name) => entry(name))];
    expect(matchPatches(entries, sections).map(({ path }) => path.toString())).toEqual(names);
  });

  it.each([
    ['a patch nobody has', names.slice(1)],
    ['a file without its patch', [...names, 'lost']],
    ['another order', ['run.sh', 'a.ts', 'logo', 'end']],
  ])('are refused with %s, so that nothing is dropped', (_name, listed) => {
    const entries = listed.map((name) => entry(name));
    expect(() => matchPatches(entries, sections)).toThrow(expect.objectContaining({ code: 'git_failed' }));
  });
});
