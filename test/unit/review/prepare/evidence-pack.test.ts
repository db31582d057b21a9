import { describe, expect, it } from '@jest/globals';
import { contractHintsOf, tagsOf } from '../../../../src/review/prepare/classify-path.js';
import { createContentStore, prepareEvidence } from '../../../../src/review/prepare/index.js';
import { aPinnedTarget, aSourceFile } from '../../../support/builders/source-file.js';

function packOf(paths: readonly string[], text = '@@ -1 +1 @@\n-a\n+b') {
  const files = paths.map((path) => aSourceFile({ path, patch: { kind: 'text', text } }));
  return prepareEvidence({
    target: aPinnedTarget(),
    listing: { files, omittedFileCount: 0, limitations: [] },
    binding: 'unavailable',
    settings: { accept: [], ignore: [] },
    attributes: new Map(),
    paths: [],
    store: createContentStore(),
  }).pack;
}

describe('the evidence pack', () => {
  it('stays under 8 kB of JSON for 3,000 files and counts what it leaves out', () => {
    const pack = packOf(
      Array.from({ length: 3_000 }, (_, index) => `src/api/auth/データベース/migrations/file-${index}.ts`),
    );
    expect(Buffer.byteLength(JSON.stringify(pack))).toBeLessThan(8_000);
    expect(pack.files.entries.length).toBeGreaterThan(10);
    expect(pack.files.entries.length + pack.files.omitted).toBe(3_000);
    expect(pack.contractHints.entries.length + pack.contractHints.omitted).toBe(6_000);
  });

  it('lets no overlong path take the room of others', () => {
    const pack = packOf([`a/${'x'.repeat(5_000)}.ts`, 'b.ts']);
    expect(pack.files).toMatchObject({ entries: [{ path: 'b.ts' }], omitted: 1 });
  });

  it('names the first hunks and counts the others', () => {
    const hunks = Array.from({ length: 6 }, (_, index) => `@@ -${index * 10 + 1} +${index * 10 + 1} @@\n-a\n+b`);
    const [file] = packOf(['src/a.ts'], hunks.join('\n')).files.entries;
    expect(file?.hunks.entries[1]).toEqual({ newStart: 11, newCount: 1 });
    expect(file?.hunks).toMatchObject({ entries: { length: 4 }, omitted: 2 });
  });

  it.each([
    ['src/auth/loginForm.ts', ['auth']],
    ['src/author.ts', []],
    ['lib/paymentQueue.rb', ['concurrency', 'payment']],
    ['.github/workflows/ci.yml', ['ci', 'configuration']],
    ['db/migrations/001.sql', ['database', 'migration']],
    ['test/http_test.go', ['network', 'test']],
    ['docs/tls.md', ['crypto', 'docs']],
    ['package.json', ['dependency']],
  ])('tags %s by its path: %j', (path, tags) => {
    expect(tagsOf(path)).toEqual(tags);
  });

  it.each([
    ['openapi.yaml', ['api', 'configuration']],
    ['proto/user.proto', ['api', 'schema']],
    ['db/schema.sql', ['schema']],
    ['db/migrate/2_add.rb', ['migration']],
    ['config/app.toml', ['configuration']],
    ['Cargo.toml', ['dependency']],
    ['src/a.ts', []],
  ])('hints at the contract kinds of %s: %j', (path, hints) => {
    expect(contractHintsOf(path)).toEqual(hints);
  });
});
