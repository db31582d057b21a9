import { describe, expect, it } from '@jest/globals';
import type { SourceFile } from '../../../../src/review/model/changed-file.js';
import { createExclusionRules, excludeFile } from '../../../../src/review/prepare/index.js';
import { aSourceFile, ONE_LINE_PATCH } from '../../../support/builders/source-file.js';

type Base = { ignore?: string[]; accept?: 'lockfile'[]; attributes?: Record<string, string> };

function exclude(overrides: Partial<SourceFile>, { ignore = [], accept = [], attributes = {} }: Base = {}) {
  const rules = createExclusionRules({ ignore, accept }, new Map(Object.entries(attributes)));
  return excludeFile(aSourceFile(overrides), rules);
}

function reasonOf(overrides: Partial<SourceFile>, base: Base = {}) {
  return exclude(overrides, base)?.reason ?? null;
}

describe('excludeFile', () => {
  it.each([
    ['package-lock.json', 'lockfile'],
    ['services/web/pnpm-lock.yaml', 'lockfile'],
    ['go.sum', 'lockfile'],
    ['vendor/github.com/x/y.go', 'vendored'],
    ['web/node_modules/left-pad/index.js', 'vendored'],
    ['api/user.pb.go', 'generated'],
    ['src/__generated__/types.ts', 'generated'],
    ['proto/user_pb2.py', 'generated'],
    ['public/app.min.js', 'minified'],
    ['public/app.js.map', 'source_map'],
    ['src/__snapshots__/a.test.ts.snap', 'snapshot'],
    ['src/lock.ts', null],
    ['src/vendor.ts', null],
    ['src/generated.ts', null],
    ['src/map.ts', null],
    ['Scripts/Some Folder/test.sh', null],
    ['src/a b/c.ts', null],
  ])('S01: decides about %s by its path: %s', (path, reason) => {
    expect(reasonOf({ path })).toBe(reason);
  });

  it.each([
    [{ patch: { kind: 'binary' } }, 'binary'],
    [{ patch: { kind: 'oversized', sizeBytes: 9_000_000 } }, 'oversized'],
    [{ patch: { kind: 'missing' } }, 'patch_missing'],
    [{ isConflicted: true }, 'conflicted'],
    [{ isPathEscaped: true }, 'path_not_utf8'],
  ] as const)('P22: names the reason when there is nothing to read: %j', (facts, reason) => {
    expect(exclude(facts)).toEqual({ reason, isAccepted: false });
  });

  it('S04: does not read a patch of more bytes than the runtime is willing to', () => {
    expect(reasonOf({ patch: { kind: 'text', text: `@@ -0,0 +1 @@\n+${'é'.repeat(4_100_000)}` } })).toBe('oversized');
  });

  it('H07: serves a renamed file with edits like any other', () => {
    expect(reasonOf({ status: 'renamed', previousPath: 'src/old.ts' })).toBeNull();
  });

  it('O11: serves test files', () => {
    expect(reasonOf({ path: 'test/a_test.go' })).toBeNull();
  });

  it.each(['@generated', 'DO NOT EDIT', 'linguist-generated=true', '// this is a test fixture'])(
    'C12, M09: words inside the change excuse nothing: %s',
    (words) => {
      expect(reasonOf({ patch: { kind: 'text', text: `@@ -0,0 +1 @@\n+${words}` } })).toBeNull();
    },
  );

  it('asks in one fixed order and stops at the first yes', () => {
    const everything = { path: 'vendor/package-lock.json', isConflicted: true, isPathEscaped: true } as const;
    expect(reasonOf(everything, { ignore: ['vendor/**'] })).toBe('ignore');
    expect(reasonOf(everything)).toBe('lockfile');
    expect(reasonOf({ ...everything, path: 'vendor/generated/a.min.js' })).toBe('vendored');
    expect(reasonOf({ ...everything, path: 'generated/a.min.js' })).toBe('generated');
    expect(reasonOf({ ...everything, path: 'a.txt' })).toBe('conflicted');
    expect(reasonOf({ isPathEscaped: true, patch: { kind: 'binary' } })).toBe('path_not_utf8');
  });

  it.each(['logo.png', 'font.WOFF2', 'beep.mp3', 'film.mp4'])('accepts media that has no text: %s', (path) => {
    expect(exclude({ path, patch: { kind: 'binary' } })).toEqual({ reason: 'media', isAccepted: true });
  });

  it.each([
    ['logo.png', { kind: 'text', text: ONE_LINE_PATCH }],
    ['logo.svg', { kind: 'text', text: ONE_LINE_PATCH }],
    ['moved.png', { kind: 'none' }],
  ] as const)('reads what can be read under the name of a picture: %s', (path, patch) => {
    expect(reasonOf({ path, patch })).toBeNull();
  });

  it('does not call a text that could not be read media', () => {
    const patch = { kind: 'missing' } as const;
    expect(exclude({ path: 'logo.png', patch, additions: 40 })).toEqual({ reason: 'patch_missing', isAccepted: false });
    expect(exclude({ path: 'logo.png', patch, additions: 0, deletions: 0 })).toEqual({
      reason: 'patch_missing',
      isAccepted: false,
    });
  });

  it('accepts ignored files and the kinds the base accepts, nothing else', () => {
    expect(exclude({ path: 'docs/a.md' }, { ignore: ['docs/**'] })?.isAccepted).toBe(true);
    expect(exclude({ path: 'yarn.lock' }, { accept: ['lockfile'] })?.isAccepted).toBe(true);
    expect(exclude({ path: 'yarn.lock' })?.isAccepted).toBe(false);
    expect(exclude({ path: 'a.min.js' }, { accept: ['lockfile'] })?.isAccepted).toBe(false);
  });

  it.each([
    ['docs/**', 'docs/.hidden/a.md', true],
    ['docs/', 'docs/a/b.md', true],
    ['./docs/*.md', 'docs/a.md', true],
    ['*.md', 'docs/a.md', false],
    ['**/*.md', 'a.md', true],
    ['**/*.{md,txt}', 'x/y.txt', true],
    ['src/[a-c]*.ts', 'src/beta.ts', true],
    ['src/[a-c]*.ts', 'src/delta.ts', false],
    ['app/(shop)/page.tsx', 'app/(shop)/page.tsx', true],
    ['src/*', 'src/a/b.ts', false],
  ])('matches the ignore glob %s with %s: %s', (glob, path, isIgnored) => {
    expect(reasonOf({ path }, { ignore: [glob] }) === 'ignore').toBe(isIgnored);
  });

  it('takes files out of an earlier ignore with an exclamation mark, and ignores nothing by it alone', () => {
    expect(reasonOf({ path: 'docs/api/a.md' }, { ignore: ['docs/**', '!docs/api/**'] })).toBeNull();
    expect(reasonOf({ path: 'src/a.ts' }, { ignore: ['!docs/api/**'] })).toBeNull();
  });

  it('matches a glob made to be slow in no time', () => {
    const path = `${'a'.repeat(2_000)}.ts`;
    expect(reasonOf({ path }, { ignore: [`${'*a'.repeat(100)}b`, '**/a/'.repeat(40)] })).toBeNull();
  });
});
