import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { stripReasoning } from '../../../../src/provider/openai/strip-reasoning.js';
import { computingMs } from '../../../support/cpu-time.js';

const JSON_TEXT = '{"summary":"ok"}';

describe('stripReasoning', () => {
  it.each([
    [`<think>a {"x":1} b</think>${JSON_TEXT}`, JSON_TEXT],
    [`<think>a</think>\n<think>b</think>\n${JSON_TEXT}`, JSON_TEXT],
    [`<thinking>\na\n</thinking>\n\n${JSON_TEXT}`, JSON_TEXT],
    [`<think>a <think>b</think> c</think>${JSON_TEXT}`, JSON_TEXT],
    [`so {this} is it </think>\n${JSON_TEXT}`, JSON_TEXT],
    [`Here: <think>a</think>${JSON_TEXT}`, `Here: ${JSON_TEXT}`],
    ['<think>it never ends {"summary":', ''],
    [JSON_TEXT, JSON_TEXT],
    ['The parser drops <think> here.', 'The parser drops <think> here.'],
    ['<think>a</think>The parser drops </think> wrongly.', 'The parser drops </think> wrongly.'],
    [`<think>maybe {"findings": []}? or {x}</think>${JSON_TEXT}`, JSON_TEXT],
    ['', ''],
  ])('Q09: reads %p', (text, expected) => {
    expect(stripReasoning(text)).toBe(expected);
  });

  it('stays quick on a text made to be slow', () => {
    const texts = ['<think>', '</think>', '<think>a</think>', ' <think>{'].map((part) => part.repeat(20_000));
    expect(computingMs(() => texts.map(stripReasoning))).toBeLessThan(5_000);
  });

  it('Q09: never touches tags inside a JSON answer', () => {
    const words = fc.array(fc.constantFrom('<think>', '</think>', '{', '}', 'code ', '<thinking>'), { maxLength: 8 });
    fc.assert(
      fc.property(words, words, (inside, thought) => {
        const answer = JSON.stringify({ summary: inside.join('') });
        expect(stripReasoning(answer)).toBe(answer);
        const reasoning = thought.filter((word) => !word.startsWith('<')).join('');
        expect(stripReasoning(`<think>${reasoning}</think>\n${answer}`)).toBe(answer);
      }),
      { numRuns: 100 },
    );
  });
});
