import { describe, expect, it } from '@jest/globals';
import { createLedger, settleLedger } from '../../../../src/review/conclude/ledger.js';
import type { CallResult } from '../../../../src/review/model/call.js';
import type { ChangedFile } from '../../../../src/review/model/changed-file.js';
import type { Movement } from '../../../../src/review/model/target.js';
import {
  aCallFailure,
  aCallResult,
  aChangedFile,
  aFailedCall,
  anEvidence,
  pagesOfFiles,
} from '../../../support/builders/report.js';

const MOVED: Movement = { kind: 'moved', what: 'head', from: 'b'.repeat(40), to: 'c'.repeat(40) };

function standingOf(
  file: Partial<ChangedFile>,
  results: readonly CallResult[],
  movement: Movement = { kind: 'unmoved' },
) {
  const evidence = anEvidence({ files: [aChangedFile(file), aChangedFile({ path: 'other.ts' })] });
  const [row] = settleLedger(createLedger(evidence), { evidence, results, movement });
  return `${row?.state} ${row?.reason}`;
}

const pages = (count: number, read = count) => pagesOfFiles([aChangedFile({ pages: count })]).slice(0, read);
const assessed = (count: number, read = count) => aCallResult({ readPages: pages(count, read) });
const broken = (reason: 'call_timed_out' | 'cancelled' | 'unparseable_answer', read = 1) =>
  aFailedCall({ readPages: pages(1, read), failure: aCallFailure({ reason }) });

describe('a new ledger', () => {
  it('has one row per changed file, excluded or pending', () => {
    const files = [
      aChangedFile(),
      aChangedFile({ path: 'package-lock.json', pages: 0, exclusion: { reason: 'lockfile', isAccepted: true } }),
    ];
    expect(createLedger(anEvidence({ files }))).toEqual([
      { path: 'src/a.ts', state: 'pending', reason: null, isAccepted: false },
      { path: 'package-lock.json', state: 'excluded', reason: 'lockfile', isAccepted: true },
    ]);
  });
});

describe('the state of a file', () => {
  it.each([
    ['all its pages read by a call that assessed', { pages: 2 }, [assessed(2)], 'reviewed null'],
    [
      'its pages read by two calls that assessed',
      { pages: 2 },
      [assessed(2, 1), aCallResult({ readPages: pages(2).slice(1) })],
      'reviewed null',
    ],
    ['some pages read', { pages: 3 }, [assessed(3, 2)], 'partially_reviewed over_budget'],
    ['one page read twice', { pages: 2 }, [assessed(2, 1), assessed(2, 1)], 'partially_reviewed over_budget'],
    [
      'all pages of a patch cut by the limit',
      { cutReason: 'over_budget' as const },
      [assessed(1)],
      'partially_reviewed over_budget',
    ],
    [
      'T03: all pages of a patch its source cut short',
      { cutReason: 'patch_missing' as const },
      [assessed(1)],
      'partially_reviewed patch_missing',
    ],
    ['O05: no page read though the call assessed', {}, [aCallResult()], 'deferred over_budget'],
    [
      'no page to read at all',
      { pages: 0, cutReason: 'patch_missing' as const },
      [aCallResult()],
      'deferred patch_missing',
    ],
    ['its pages read by a call that timed out', {}, [broken('call_timed_out')], 'failed call_timed_out'],
    [
      'C13: its pages read by a call whose answer made no sense',
      {},
      [broken('unparseable_answer')],
      'failed unparseable_answer',
    ],
    ['no page read before the only call failed', {}, [broken('call_timed_out', 0)], 'failed call_timed_out'],
    [
      'its pages read by a failed call beside one that assessed others',
      {},
      [aCallResult(), broken('call_timed_out')],
      'failed call_timed_out',
    ],
    [
      'some pages read, the others lost with a failed call',
      { pages: 2 },
      [assessed(2, 1), broken('call_timed_out')],
      'partially_reviewed call_timed_out',
    ],
    ['no call made', {}, [], 'deferred no_model'],
  ])('with %s is decided', (_name, file, results, expected) => {
    expect(standingOf(file, results)).toBe(expected);
  });

  it.each([
    ['no call was made', [], 'failed target_moved'],
    ['the call was cancelled for it', [broken('cancelled')], 'failed target_moved'],
    ['the call had failed anyway', [broken('call_timed_out')], 'failed call_timed_out'],
    ['it was read', [assessed(1)], 'reviewed null'],
  ])('is not rewritten by a moved target when %s', (_name, results, expected) => {
    expect(standingOf({}, results, MOVED)).toBe(expected);
  });

  it('does not count pages of another size of the same file', () => {
    expect(standingOf({ pages: 1 }, [aCallResult({ readPages: pages(3).slice(1) })])).toBe('deferred over_budget');
  });
});
