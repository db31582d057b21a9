import { describe, expect, it } from '@jest/globals';
import { isRule } from '../../../../src/review/rubric/index.js';

const text = ['# Rules', '', 'Never log a token.', 'Naming', '------', '- Use the Clock port.', '---'].join('\n');
const instructions = { entries: [{ path: 'pkg/AGENTS.md', text, isCut: true }], isCut: true };

describe('isRule', () => {
  it.each([
    [3, 'a sentence'],
    [6, 'a list item, also above a divider'],
  ])('accepts line %i: %s', (line) => {
    expect(isRule(instructions, 'pkg/AGENTS.md', line)).toBe(true);
  });

  it.each([
    [1, 'a heading'],
    [2, 'a blank line'],
    [4, 'an underlined heading'],
    [5, 'its underline'],
    [7, 'a divider'],
    [8, 'a line beyond what was shown'],
    [0, 'no line'],
    [-1, 'no line'],
    [1.5, 'no line'],
  ])('refuses line %f: %s', (line) => {
    expect(isRule(instructions, 'pkg/AGENTS.md', line)).toBe(false);
  });

  it('refuses a file that was not shown', () => {
    expect(isRule(instructions, 'AGENTS.md', 3)).toBe(false);
  });

  it('reads a leading ./ as the same file', () => {
    expect(isRule(instructions, './pkg/AGENTS.md', 3)).toBe(true);
  });
});
