import { describe, expect, it } from '@jest/globals';
import { cachePages } from '../../../../src/review/prepare/page-cache.js';
import { aPage } from '../../../support/builders/finding.js';

function aCache(chars: number) {
  const made: string[] = [];
  const pagesOf = cachePages((path) => {
    made.push(path);
    return [aPage([], { path, text: 'x'.repeat(chars) })];
  });
  return { made, pagesOf };
}

describe('cachePages', () => {
  it('makes the pages of a file once while there is room', () => {
    const { made, pagesOf } = aCache(500_000);
    expect(pagesOf('a')).toBe(pagesOf('a'));
    pagesOf('b');
    pagesOf('a');
    expect(made).toEqual(['a', 'b']);
  });

  it('lets go of the oldest when more than a million characters are kept', () => {
    const { made, pagesOf } = aCache(500_000);
    for (const path of ['a', 'b', 'c', 'b', 'c', 'a']) pagesOf(path);
    expect(made).toEqual(['a', 'b', 'c', 'a']);
  });

  it('gives pages that are larger than all its room', () => {
    const { made, pagesOf } = aCache(1_000_001);
    expect(pagesOf('a')).toHaveLength(1);
    pagesOf('a');
    expect(made).toEqual(['a', 'a']);
  });
});
