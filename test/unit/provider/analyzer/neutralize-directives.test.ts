import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  neutralizePythonDirectives,
  neutralizeScriptDirectives,
} from '../../../../src/provider/analyzer/neutralize-directives.js';
import { computingMs } from '../../../support/cpu-time.js';

const BREAKS = /[\r\n\u2028\u2029]/;

describe.each([
  ['scripts', neutralizeScriptDirectives],
  ['Python', neutralizePythonDirectives],
])('neutralizing directives of %s', (_language, neutralize) => {
  it('moves no column and no line', () => {
    const piece = fc.constantFrom(
      'eslint-disable',
      'oxlint-enable',
      '@flow',
      '# noqa',
      'ruff: noqa',
      '#',
      '\n',
      '\r',
      'é',
      '😀',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 20 }), (pieces) => {
        const text = pieces.join('');
        const neutral = neutralize(text);
        expect(neutral).toHaveLength(text.length);
        for (let at = 0; at < text.length; at += 1) {
          if (BREAKS.test(text.charAt(at))) expect(neutral.charAt(at)).toBe(text.charAt(at));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('leaves ordinary code alone', () => {
    const text = 'noqa = ruff["x"]; eslint_disable = "disable eslint";\n';
    expect(neutralize(text)).toBe(text);
  });
});

describe('a directive of ruff', () => {
  it.each([1, 3, 201, 100_000])('loses its effect with %i blanks before its colon', (blanks) => {
    const text = `# ruff${' '.repeat(blanks)}: noqa`;
    expect(neutralizePythonDirectives(text)).toBe(`# r_ff${' '.repeat(blanks)}: n_qa`);
  });

  it.each(['\t', '\f', '\v', '\u00a0', '\u0085', '\u2003', '\u3000'])('loses its effect with %j', (blank) => {
    expect(neutralizePythonDirectives(`#${blank}RuFf${blank}: NoQA`)).toBe(`#${blank}r_ff${blank}: n_qa`);
  });

  it('is looked for in time that grows with the text', () => {
    const text = `#${` ruff${' '.repeat(1_000)}`.repeat(1_000)}`;
    expect(computingMs(() => neutralizePythonDirectives(text))).toBeLessThan(2_000);
  });
});
