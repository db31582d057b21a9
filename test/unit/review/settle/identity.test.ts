import { describe, expect, it } from '@jest/globals';
import { fingerprintOf, groupKeyOf } from '../../../../src/review/settle/identity.js';

const GROUP = groupKeyOf('src/a.ts', 'correctness', 'A limit of zero lets nothing through');

describe('the identity of a finding', () => {
  // Whoever dismissed a finding must not meet it again after an update: when one of these changes, raise the version.
  it('is the same digest in every release', () => {
    expect([GROUP, fingerprintOf(GROUP, ['const limit = 0;'], 0)]).toEqual([
      'a45c0ae09c6482dd61221e8be219bc2e78166a91ecfc8230c73bc9d2c6dd75b7',
      '96cc383a381d639374c08017e3d53f259a69e0bd24cf5c5da5654d68c4539675',
    ]);
  });

  it('does not depend on how the title is spelled', () => {
    expect(groupKeyOf('src/a.ts', 'correctness', 'a LIMIT of zero lets nothing through.')).toBe(GROUP);
  });

  it('tells path, category and title apart', () => {
    const others = [
      groupKeyOf('src/b.ts', 'correctness', 'A limit of zero lets nothing through'),
      groupKeyOf('src/a.ts', 'security', 'A limit of zero lets nothing through'),
      groupKeyOf('src/a.ts', 'correctness', 'A limit of one lets little through'),
    ];
    expect(new Set([GROUP, ...others]).size).toBe(4);
  });

  it('tells words apart however they are parted', () => {
    expect(groupKeyOf('a', 'types', 'bar foo')).not.toBe(groupKeyOf('a', 'types', 'barfoo'));
  });

  it('tells quoted lines and equal places apart', () => {
    const digests = [
      fingerprintOf(GROUP, ['a'], 0),
      fingerprintOf(GROUP, ['a'], 1),
      fingerprintOf(GROUP, ['b'], 0),
      fingerprintOf(GROUP, ['a', 'b'], 0),
    ];
    expect(new Set(digests).size).toBe(4);
  });
});
