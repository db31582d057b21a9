import { describe, expect, it } from '@jest/globals';
import { renderPreview } from '../../../../src/report/render/render-preview.js';
import { DEFAULT_LIMITS } from '../../../../src/review/limits.js';
import type { Manifest } from '../../../../src/review/model/manifest.js';

function aManifest(overrides: Partial<Manifest> = {}): Manifest {
  return {
    version: 1,
    mode: 'standard',
    targetFingerprint: 'f'.repeat(64),
    label: 'main...HEAD',
    scope: [{ path: 'src/a.ts', pages: 1, additions: 12, deletions: 3 }],
    leftOut: [{ path: 'package-lock.json', reason: 'lockfile', isAccepted: true }],
    omittedFileCount: 2,
    estimatedTokens: 3_400,
    limits: DEFAULT_LIMITS,
    minimumSeverity: 'low',
    modelId: 'model-1',
    ...overrides,
  };
}

describe('renderPreview', () => {
  it('D04: says what would be read, what not and why, and what it can cost', () => {
    expect(renderPreview(aManifest(), 'text')).toMatchInlineSnapshot(`
"standard review of main...HEAD with model-1; nothing was sent to a model

would be read: 1 of 4 files
  src/a.ts  +12 -3, 1 page

would not be read: 3 files
  package-lock.json  lockfile (accepted)
  2 files not listed by the provider

to read: about 3,400 tokens of changed code, sent again with each further request
never more than: 24 requests, 1,500,000 tokens in, 100,000 out, 10 min a reviewer
published from severity low up
"
`);
  });

  it('leaves out the part about unread files when there is none', () => {
    expect(renderPreview(aManifest({ leftOut: [], omittedFileCount: 0 }), 'text')).not.toContain('would not be read');
  });

  it('T08: shows control characters in names as escapes', () => {
    const scope = [{ path: 'a\u001b[2J.ts', pages: 1, additions: 1, deletions: 0 }];
    expect(renderPreview(aManifest({ scope }), 'text')).toContain('a\\u{1b}[2J.ts');
  });

  it('has a version as JSON', () => {
    const preview = JSON.parse(renderPreview(aManifest(), 'json'));
    expect(preview).toMatchObject({
      schemaVersion: 1,
      estimatedTokens: 3_400,
      omittedFiles: 2,
      scope: [{ path: 'src/a.ts', additions: 12 }],
    });
  });
});
