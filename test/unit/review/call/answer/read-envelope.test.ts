import { describe, expect, it } from '@jest/globals';
import {
  listOfFindings,
  looksLikeEnvelope,
  readAssessment,
  unwrapEnvelope,
} from '../../../../../src/review/call/answer/read-envelope.js';
import { anEnvelope } from '../../../../support/builders/call.js';

describe('looksLikeEnvelope', () => {
  it.each([
    [{ findings: [] }, true],
    [{ summary: 'x', assessed: true }, true],
    [{ summary: 'x', verdict: 'correct' }, true],
    [{ summary: 'x' }, false],
    [{ assessed: true, verdict: 'correct' }, false],
    [{}, false],
  ])('takes %j for an answer: %s', (value, expected) => {
    expect(looksLikeEnvelope(value)).toBe(expected);
  });
});

describe('unwrapEnvelope', () => {
  const envelope = { summary: 'x', findings: [] };

  it.each([
    ['as it is', envelope],
    ['under a name', { review: envelope }],
    ['as text under a name', { name: 'submit_review', arguments: ` ${JSON.stringify(envelope)}` }],
  ])('finds an answer %s', (_how, value) => {
    expect(unwrapEnvelope(value)).toEqual(envelope);
  });

  it('finds none where there is none', () => {
    expect(unwrapEnvelope({ name: 'submit_review', arguments: '[1]', more: { a: 1 }, list: [envelope] })).toBeNull();
  });
});

describe('listOfFindings', () => {
  it.each([
    [[], []],
    ['[1]', [1]],
    ['words', null],
    [{}, null],
    [undefined, null],
  ])('reads %j as %j', (findings, expected) => {
    expect(listOfFindings({ findings })).toEqual(expected);
  });
});

describe('readAssessment', () => {
  it('takes what is missing for empty and undetermined', () => {
    expect(readAssessment({})).toEqual({
      summary: '',
      remediation: [],
      notes: [],
      residualRisk: [],
      verdict: 'undetermined',
      verdictConfidence: 0,
    });
  });

  it('takes an unknown verdict for undetermined', () => {
    expect(readAssessment(anEnvelope({ verdict: 'splendid' })).verdict).toBe('undetermined');
  });

  it('reads a lone remark as a list of one, and leaves empty ones out', () => {
    const { notes, remediation } = readAssessment(anEnvelope({ notes: 'one', remediation: ['two', ' ', 3] }));
    expect([notes, remediation]).toEqual([['one'], ['two']]);
  });

  it('keeps fifty remarks, and says how many more there were', () => {
    const remarks = (count: number) =>
      readAssessment({ notes: Array.from({ length: count }, (_, at) => `${at}`) }).notes;
    expect(remarks(50)).toHaveLength(50);
    expect(remarks(50).at(-1)).toBe('49');
    expect(remarks(52)).toHaveLength(50);
    expect(remarks(52).at(-1)).toBe('(3 more were left out.)');
  });
});
