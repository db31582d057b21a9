import { describe, expect, it } from '@jest/globals';
import type { Page } from '../../../../src/review/model/patch.js';
import { viewPages } from '../../../../src/review/settle/file-view.js';
import { createQuoteFinder, findQuote } from '../../../../src/review/settle/find-quote.js';
import { readQuote } from '../../../../src/review/settle/read-quote.js';
import { aPage, aSegment } from '../../../support/builders/finding.js';

function viewOf(...pages: readonly Page[]) {
  const view = viewPages(pages).get('src/a.ts');
  if (view === undefined) throw new Error('no page of src/a.ts');
  return view;
}

/** Where a quote stands: the side, and the texts of its first lines. */
function placesOf(evidence: string, rows: readonly string[]) {
  const view = viewOf(aPage([aSegment(rows)]));
  const hits = findQuote(view, readQuote(evidence));
  if (hits === null) return null;
  const side = (['right', 'left', 'whole'] as const).find((name) => view[name] === hits.face);
  return { side, starts: hits.starts, kinds: hits.starts.map((start) => hits.face.lines[start]?.kind) };
}

describe('findQuote', () => {
  it('finds lines that followed each other before the change, when a new one stands between them now', () => {
    const rows = [' function f() {', '+  added();', '-  gone();'];
    expect(placesOf('function f() {\ngone();', rows)).toEqual({ side: 'left', starts: [0], kinds: ['context'] });
  });

  it('finds a removed and an added line as the diff shows them, one below the other', () => {
    const rows = ['-  old();', '+  new();'];
    expect(placesOf('old();\nnew();', rows)).toEqual({ side: 'whole', starts: [0], kinds: ['removed'] });
  });

  it('takes a part of a line without a mark from the code as it is now', () => {
    const rows = ['-  return charge(order, 1);', '+  return await charge(order, 2);'];
    expect(placesOf('charge(order,', rows)).toMatchObject({ side: 'right', kinds: ['added'] });
  });

  it('takes a part of a line that is marked as removed from the code as it was', () => {
    const rows = ['-  return charge(order, 1);', '+  return await charge(order, 2);'];
    expect(placesOf('- charge(order,', rows)).toMatchObject({ side: 'left', kinds: ['removed'] });
  });

  it('passes over lines that stayed for a quote that is marked as removed', () => {
    const rows = ['   close(first, order);', '-  close(order, second);', '-  close(first, order);'];
    expect(placesOf('- close(first, order);', rows)).toMatchObject({ side: 'left', starts: [2], kinds: ['removed'] });
  });

  it('gives places in their order when a quote reads in several ways', () => {
    const rows = ['+a();', '+| a();', '+a();', '+| a();'];
    expect(placesOf('3 | a();', rows)?.starts).toEqual([0, 1, 2, 3]);
  });

  it('finds every line that holds a part, each of them once', () => {
    const rows = ['+call(alpha, beta); call(alpha, beta);', '+other();', '+return call(alpha, beta);'];
    expect(placesOf('call(alpha, beta)', rows)?.starts).toEqual([0, 2]);
  });

  it('needs eight characters of a part, blanks not counted', () => {
    expect(placesOf('ab cd ef g', ['+x ab cd ef g y'])).toBeNull();
    expect(placesOf('ab cd ef gh', ['+x ab cd ef gh y'])?.starts).toEqual([0]);
  });

  it('looks only for whole lines when there are several', () => {
    expect(placesOf('alpha(beta, gamma);\ndelta(', ['+alpha(beta, gamma);', '+delta(epsilon);'])).toBeNull();
  });
});

describe('createQuoteFinder', () => {
  it('gives for a repeated quote what it gave before, and keeps files and quotes apart', () => {
    const find = createQuoteFinder();
    const [one, other] = [viewOf(aPage([aSegment(['+a();', '+b();'])])), viewOf(aPage([aSegment(['+b();'])]))];
    expect(find(one, readQuote('b();'))?.starts).toEqual([1]);
    expect(find(one, readQuote('b();'))).toBe(find(one, readQuote('b();')));
    expect(find(other, readQuote('b();'))?.starts).toEqual([0]);
    expect(find(other, readQuote('a();'))).toBeNull();
    expect(find(other, readQuote('a();'))).toBeNull();
  });
});
