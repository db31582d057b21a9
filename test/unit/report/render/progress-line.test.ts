import { describe, expect, it } from '@jest/globals';
import { progressLine, progressWords } from '../../../../src/report/render/progress-line.js';
import type { ProgressPhase } from '../../../../src/review/ports/index.js';

describe('progressLine', () => {
  it.each<[ProgressPhase, string]>([
    [{ kind: 'reading' }, 'Reading the change'],
    [{ kind: 'read', fileCount: 12 }, 'Reading 12 files'],
    [{ kind: 'read', fileCount: 1 }, 'Reading 1 file'],
    [{ kind: 'reviewing' }, 'Reviewing'],
    [
      { kind: 'waiting', reason: 'rate_limit', waitMs: 40_400 },
      'Waiting for capacity: provider rate limit, about 40 s',
    ],
    [{ kind: 'waiting', reason: 'overload', waitMs: 600_000 }, 'Waiting for capacity: provider overload, about 10 min'],
    [
      { kind: 'waiting', reason: 'no_answer', waitMs: 4_000 },
      'Waiting to try again: the provider gave no answer, about 4 s',
    ],
    [{ kind: 'rechecking' }, 'Checking that nothing moved'],
  ])('says %j in plain words', (phase, line) => {
    expect(progressLine(phase)).toBe(line);
  });

  it('begins small where it continues a line', () => {
    expect(progressWords({ kind: 'reviewing' })).toBe('reviewing');
  });
});
