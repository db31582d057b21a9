import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  normaliseTitle,
  SAME_TITLE,
  titleSimilarity,
  titleTokens,
} from '../../../../src/review/settle/title-similarity.js';

const similarity = (left: string, right: string) => titleSimilarity(titleTokens(left), titleTokens(right));

describe('the tokens of a title', () => {
  it.each([
    ['The cursor skips the last row', ['cursor', 'last', 'row', 'skips']],
    ['user_id is-null: `foo.bar()`', ['bar', 'foo', 'id', 'null', 'user']],
    ['Not closed', ['closed', 'not']],
    ['内存泄漏', ['内', '内存', '存', '存泄', '泄', '泄漏', '漏']],
    ['useState的泄漏', ['usestate', '泄', '泄漏', '漏']],
    ['a the of', []],
    ['…!', []],
  ])('reads %j', (title, tokens) => {
    expect([...titleTokens(title)].sort()).toEqual(tokens);
  });
});

describe('similarity', () => {
  it.each([
    ['Retry sends payment twice', 'The payment is sent twice on retry', true],
    ['SQL injection in search', 'Possible SQL injection in the search query', true],
    ['Missing null check', 'Race between close and write', false],
    ['可能的内存泄漏', '内存泄漏', true],
    ['内存泄漏', '空指针异常', false],
    ['', '', false],
  ])('K03: of %j and %j is enough to speak of one defect: %s', (left, right, expected) => {
    expect(similarity(left, right) >= SAME_TITLE).toBe(expected);
  });

  it('is symmetric, between 0 and 1, and 1 for a title with itself', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        const value = similarity(left, right);
        expect(value).toBe(similarity(right, left));
        expect(value >= 0 && value <= 1).toBe(true);
        expect(similarity(left, left)).toBe(titleTokens(left).size > 0 ? 1 : 0);
      }),
    );
  });
});

it('keeps a title without any word apart from an empty one', () => {
  expect(normaliseTitle('???')).toBe('???');
});
