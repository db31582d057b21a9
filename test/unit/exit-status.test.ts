import { describe, expect, it } from '@jest/globals';
import { exitStatusOf } from '../../src/exit-status.js';
import type { CoverageReason, Limitation, Report } from '../../src/review/index.js';
import { aReport } from '../support/builders/report.js';

/** Static checks alone, asked for as that. */
const alone = (
  part: Partial<Report> = {},
  limitations: readonly Limitation[] = ['no_model'],
  reason: CoverageReason = 'no_model',
) =>
  aReport({
    coverage: {
      state: 'limited',
      rows: [{ path: 'a.py', state: 'deferred', reason, isAccepted: false }],
      omittedFileCount: 0,
      limitations,
    },
    modelId: null,
    staticChecks: [{ analyzerId: 'ruff', version: '1', checkedPaths: ['a.py'], findings: 0, failure: null }],
    ...part,
  });

describe('the exit status where no model was wanted', () => {
  it('is 0 when the static checks looked at all they cover', () => {
    expect(exitStatusOf(alone(), { isModelWanted: false })).toBe(0);
    expect(exitStatusOf(alone({}, ['mutable_workspace', 'no_model']), { isModelWanted: false })).toBe(0);
  });

  it.each([
    ['a model was wanted', alone(), true],
    ['a check did not look at a file', alone({ uncheckedPaths: ['a.py'] }), false],
    ['secrets were not looked for', alone({}, ['no_model', 'secrets_unchecked']), false],
    ['the provider left files out', alone({}, ['no_model', 'provider_omitted']), false],
    ['a patch was too large to be read', alone({}, ['no_model'], 'oversized'), false],
    ['a patch could not be had', alone({}, ['no_model'], 'patch_missing'), false],
    ['no check ran', alone({ staticChecks: [] }), false],
    ['the head moved meanwhile', alone({ freshness: 'stale' }), false],
  ])('is 4 when %s', (_what, report, isModelWanted) => {
    expect(exitStatusOf(report, { isModelWanted })).toBe(4);
  });
});
