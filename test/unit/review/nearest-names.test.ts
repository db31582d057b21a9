import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nearestNames } from '../../../src/review/nearest-names.js';

it.each([
  ['gpt-5-mni', ['gpt-4', 'gpt-5-mini', 'gpt-5'], 'gpt-5-mini'],
  ['gpt-5', ['openai/gpt-5', 'anthropic/x'], 'openai/gpt-5'],
  ['GPT-5', ['gpt-5', 'gpt-4'], 'gpt-5'],
  ['hihg', ['critical', 'high', 'info'], 'high'],
  ['autoreview', ['mode', 'auto_review', 'fail_on'], 'auto_review'],
])('for %s the nearest of %j is %s', (wanted, known, nearest) => {
  expect(nearestNames(wanted, known)[0]).toBe(nearest);
});

it('says nothing rather than something far off', () => {
  expect(nearestNames('llama3', ['gpt-5', 'text-embedding-3-large'])).toEqual([]);
});

it('answers only names that are known, the name itself first, and no more than asked for', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1 }),
      fc.nat(5),
      (known, count) => {
        const [wanted = ''] = known;
        const near = nearestNames(wanted, known, count);
        expect(near.length).toBeLessThanOrEqual(count);
        expect(known).toEqual(expect.arrayContaining([...near]));
        if (count > 0) expect(near[0]?.toLowerCase()).toBe(wanted.toLowerCase());
      },
    ),
    { numRuns: 100 },
  );
});
