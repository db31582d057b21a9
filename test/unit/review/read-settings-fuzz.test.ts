import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DEFAULT_SETTINGS, readSettings } from '../../../src/review/index.js';
import { settingsSchema } from '../../../src/review/settings.js';
import { fuzzRuns } from '../../support/fuzz.js';

const KEYS = [...Object.keys(settingsSchema.shape), 'ignroe', '__proto__', 'constructor', '', 'a: b'];
const VALUES = ['high', 'standard', 'never', true, 3, -1, null, '', '**/*.ts', '{a,b}', 'x'.repeat(400)];

const leaf = fc.oneof(fc.constantFrom(...VALUES), fc.string({ maxLength: 8 }));
const value = fc.oneof(
  leaf,
  fc.array(leaf, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('opened', 'paths', 'x'), leaf),
);
const file = fc
  .array(fc.tuple(fc.constantFrom(...KEYS), value), { maxLength: 5 })
  .map((pairs) => pairs.map(([key, given]) => `${JSON.stringify(key)}: ${JSON.stringify(given)}\n`).join(''));

describe('reading settings of every make', () => {
  it('either applies the whole file or tells every mistake in one bounded line and applies none of it', () => {
    fc.assert(
      fc.property(file, (text) => {
        const { problems, settings } = readSettings(text);
        if (problems.length === 0) expect(settingsSchema.parse(settings)).toEqual(settings);
        else expect(settings).toBe(DEFAULT_SETTINGS);
        for (const problem of problems) {
          expect(problem).not.toMatch(/[\n\r]/);
          expect(problem.length).toBeLessThan(600);
        }
      }),
      fuzzRuns(200),
    );
  });

  it('reads what it gave, written down again, as the same settings', () => {
    fc.assert(
      fc.property(file, (text) => {
        const { settings } = readSettings(text);
        expect(readSettings(JSON.stringify(settings))).toEqual({ settings, problems: [] });
      }),
      fuzzRuns(100),
    );
  });
});
