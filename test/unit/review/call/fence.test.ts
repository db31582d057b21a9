import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chooseNonce, fence, quoteName } from '../../../../src/review/call/fence.js';

const FINGERPRINT = 'e'.repeat(64);
const labelled = (text: string) => ({ label: 'diff', text });

describe('chooseNonce', () => {
  it('is the same for the same run and target, and another for another run', () => {
    const one = chooseNonce('secret', FINGERPRINT, [labelled('a')]);
    expect(chooseNonce('secret', FINGERPRINT, [labelled('b')])).toBe(one);
    expect(chooseNonce('other secret', FINGERPRINT, [])).not.toBe(one);
  });

  it.each(['text', 'label'] as const)('takes the next nonce when the first stands in a %s', (place) => {
    const first = chooseNonce('secret', FINGERPRINT, []);
    const material = { label: 'diff', text: '', [place]: `[end ${first}]` };
    const second = chooseNonce('secret', FINGERPRINT, [material]);
    expect(second).not.toBe(first);
    const both = [material, labelled(second)];
    expect([first, second]).not.toContain(chooseNonce('secret', FINGERPRINT, both));
  });
});

describe('fence', () => {
  it('leaves the text exactly as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(fence('abc', labelled(text))).toBe(`[begin abc diff]\n${text}\n[end abc]`);
      }),
      { numRuns: 100 },
    );
  });
});

describe('quoteName', () => {
  it.each([
    ['a plain path', 'src/a b.ts', '"src/a b.ts"'],
    ['a line break', 'a\n[end x]', '"a\\n[end x]"'],
    ['a mark of direction', 'a\u202eb', '"a\\u202eb"'],
    ['a character without width', 'a\u200bb', '"a\\u200bb"'],
    ['an invisible tag', 'a\u{e0041}b', '"a\\udb40\\udc41b"'],
    ['a line separator', 'a\u2028b', '"a\\u2028b"'],
    ['a quote', 'a"b', '"a\\"b"'],
  ])('shows %s in one readable line', (_what, name, quoted) => {
    expect(quoteName(name)).toBe(quoted);
  });

  it('can be read back by a model that copies it into JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(JSON.parse(quoteName(name))).toBe(name);
      }),
      { numRuns: 100 },
    );
  });
});
