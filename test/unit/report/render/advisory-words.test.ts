import { describe, expect, it } from '@jest/globals';
import { countAdvisory } from '../../../../src/report/render/advisory-words.js';
import type { Decision } from '../../../../src/review/model/finding.js';
import { aFinding, aWithheldFinding } from '../../../support/builders/finding.js';

type Reason = Extract<Decision, { state: 'advisory' }>['reason'];
const advisory = (...reasons: Reason[]) =>
  reasons.map((reason) => aFinding({ decision: { state: 'advisory', reason } }));

describe('countAdvisory', () => {
  it.each<[readonly Reason[], string]>([
    [[], ''],
    [['below_minimum_severity'], '1 advisory finding below the minimum severity'],
    [['resolved', 'resolved'], '2 advisory findings called resolved by a person'],
    [
      ['dismissed', 'below_minimum_severity', 'dismissed'],
      '3 advisory findings (2 dismissed by a person, 1 below the minimum severity)',
    ],
  ])('%j', (reasons, words) => {
    expect(countAdvisory([aFinding(), ...advisory(...reasons), aWithheldFinding()])).toBe(words);
  });
});
