import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createPageDesk } from '../../../../src/review/call/page-desk.js';
import { aPreparedTarget } from '../../../support/builders/call.js';

const ALLOWANCE_CHARS = 1_000;
const text = (chars: number) => 'x'.repeat(chars);

describe('createPageDesk', () => {
  it('serves everything that fits, in serving order', () => {
    const desk = createPageDesk(
      aPreparedTarget([
        { path: 'b.ts', pages: [text(10)] },
        { path: 'a.ts', pages: [text(10), text(10)] },
      ]),
      ALLOWANCE_CHARS,
    );
    desk.serveAll();
    expect(desk.served().map(({ path, index }) => `${path} ${index}`)).toEqual(['b.ts 0', 'a.ts 0', 'a.ts 1']);
  });

  it('passes over a page that is too large for later, smaller ones', () => {
    const files = [
      { path: 'a.ts', pages: [text(700)] },
      { path: 'b.ts', pages: [text(400)] },
      { path: 'c.ts', pages: [text(300)] },
    ];
    const desk = createPageDesk(aPreparedTarget(files), ALLOWANCE_CHARS);
    desk.serveAll();
    expect(desk.served().map(({ path }) => path)).toEqual(['a.ts', 'c.ts']);
  });

  it('never serves an excluded file', () => {
    const desk = createPageDesk(
      aPreparedTarget([{ path: 'package-lock.json', pages: [text(10)], excluded: 'lockfile' }]),
      ALLOWANCE_CHARS,
    );
    desk.serveAll();
    expect(desk.served()).toEqual([]);
    expect(desk.serve('package-lock.json', null)).toEqual({
      kind: 'error',
      code: 'file_excluded',
      path: 'package-lock.json',
      reason: 'lockfile',
    });
  });

  it('leads from page to page by cursors', () => {
    const desk = createPageDesk(aPreparedTarget([{ path: 'a.ts', pages: ['one', 'two'] }]), ALLOWANCE_CHARS);
    const first = desk.serve('a.ts', null);
    if (first.kind !== 'page') throw new Error(first.kind);
    expect(first.page.text).toBe('one');
    expect(desk.serve('a.ts', first.nextCursor)).toMatchObject({
      kind: 'page',
      page: { text: 'two' },
      nextCursor: null,
    });
  });

  it('answers a page given before shortly, and does not charge it', () => {
    const desk = createPageDesk(
      aPreparedTarget([
        { path: 'a.ts', pages: [text(600)] },
        { path: 'b.ts', pages: [text(400)] },
      ]),
      ALLOWANCE_CHARS,
    );
    desk.serve('a.ts', null);
    expect(desk.serve('a.ts', null)).toEqual({ kind: 'already_served', path: 'a.ts', index: 0, nextCursor: null });
    expect(desk.serve('b.ts', null).kind).toBe('page');
  });

  it('does not charge again for what it serves with everything', () => {
    const files = [
      { path: 'a.ts', pages: [text(400)] },
      { path: 'b.ts', pages: [text(600)] },
    ];
    const desk = createPageDesk(aPreparedTarget(files), ALLOWANCE_CHARS);
    desk.serve('a.ts', null);
    desk.serveAll();
    expect(desk.served().map(({ path }) => path)).toEqual(['a.ts', 'b.ts']);
  });

  it('charges another reader for the same page', () => {
    const target = aPreparedTarget([{ path: 'a.ts', pages: ['one'] }]);
    createPageDesk(target, ALLOWANCE_CHARS).serve('a.ts', null);
    expect(createPageDesk(target, ALLOWANCE_CHARS).serve('a.ts', null).kind).toBe('page');
  });

  it('says what is missing when the allowance is spent, and still serves what fits', () => {
    const files = [
      { path: 'a.ts', pages: [text(900)] },
      { path: 'b.ts', pages: [text(200)] },
      { path: 'c.ts', pages: [text(100)] },
    ];
    const desk = createPageDesk(aPreparedTarget(files), ALLOWANCE_CHARS);
    desk.serve('a.ts', null);
    expect(desk.serve('b.ts', null)).toEqual({
      kind: 'evidence_limited',
      limitation: 'over_budget',
      path: 'b.ts',
      neededChars: 200,
      leftChars: 100,
      nextCursor: null,
    });
    expect(desk.serve('c.ts', null).kind).toBe('page');
  });

  it('serves no page the next request has no room for', () => {
    const desk = createPageDesk(aPreparedTarget([{ path: 'a.ts', pages: [text(500)] }]), ALLOWANCE_CHARS);
    desk.makeRoom(100);
    expect(desk.serve('a.ts', null)).toMatchObject({ kind: 'evidence_limited', neededChars: 500, leftChars: 195 });
    desk.makeRoom(400);
    expect(desk.serve('a.ts', null).kind).toBe('page');
  });

  describe('cursors', () => {
    const twoPages = { path: 'a.ts', pages: ['one', 'two'] };
    const desk = () => createPageDesk(aPreparedTarget([twoPages, { ...twoPages, path: 'b.ts' }]), ALLOWANCE_CHARS);
    const ofOtherTarget = createPageDesk(aPreparedTarget([twoPages], 'f'.repeat(64)), ALLOWANCE_CHARS);

    it.each([
      ['another target', ofOtherTarget.cursorOf({ path: 'a.ts', index: 1 })],
      ['another path', desk().cursorOf({ path: 'b.ts', index: 1 })],
      ['a page that does not exist', desk().cursorOf({ path: 'a.ts', index: 2 })],
      ['nothing at all', '1.0000000000000000'],
      ['no cursor', 'next'],
      ['a negative page', '-1.aaaa'],
    ])('refuses one of %s', (_what, cursor) => {
      expect(desk().serve('a.ts', cursor)).toEqual({ kind: 'error', code: 'cursor_refused', path: 'a.ts' });
    });
  });

  it('D02: refuses a path outside the target and names the nearest ones', () => {
    const paths = ['src/api/retry.ts', 'src/api/client.ts', 'docs/retry.md', 'lib/other.py'];
    const desk = createPageDesk(aPreparedTarget(paths.map((path) => ({ path, pages: ['x'] }))), ALLOWANCE_CHARS);
    expect(desk.serve('src/core/retry.ts', null)).toEqual({
      kind: 'error',
      code: 'path_not_in_target',
      path: 'src/core/retry.ts',
      nearest: ['src/api/retry.ts', 'src/api/client.ts'],
    });
  });

  it('finds a moved file under its old name too', () => {
    const desk = createPageDesk(
      aPreparedTarget([{ path: 'new.ts', previousPath: 'old.ts', pages: ['one'] }]),
      ALLOWANCE_CHARS,
    );
    expect(desk.serve('old.ts', null)).toMatchObject({ kind: 'page', page: { path: 'new.ts' } });
  });

  it('takes receipts and allowance back when it starts again', () => {
    const desk = createPageDesk(aPreparedTarget([{ path: 'a.ts', pages: [text(900)] }]), ALLOWANCE_CHARS);
    desk.serveAll();
    desk.restart(900);
    expect(desk.served()).toEqual([]);
    expect(desk.serve('a.ts', null).kind).toBe('page');
  });

  it('never serves more than its allowance, nor a page twice', () => {
    const file = fc.record({ pages: fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 3 }) });
    fc.assert(
      fc.property(
        fc.array(file, { minLength: 1, maxLength: 8 }),
        fc.array(fc.nat(7), { maxLength: 20 }),
        (files, asks) => {
          const target = aPreparedTarget(files.map(({ pages }, at) => ({ path: `${at}.ts`, pages: pages.map(text) })));
          const desk = createPageDesk(target, ALLOWANCE_CHARS);
          desk.serveAll();
          for (const ask of asks) desk.serve(`${ask}.ts`, null);
          const served = desk.served();
          expect(served.reduce((sum, page) => sum + page.text.length, 0)).toBeLessThanOrEqual(ALLOWANCE_CHARS);
          expect(new Set(served.map(({ path, index }) => `${path} ${index}`)).size).toBe(served.length);
        },
      ),
      { numRuns: 50 },
    );
  });
});
