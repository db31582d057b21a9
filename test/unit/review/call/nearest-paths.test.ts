import { describe, expect, it } from '@jest/globals';
import { nearestPaths } from '../../../../src/review/call/nearest-paths.js';

describe('nearestPaths', () => {
  it('names the same file in another folder before a neighbour in the same folder', () => {
    const known = ['src/api/other.ts', 'lib/retry.ts', 'docs/readme.md'];
    expect(nearestPaths('src/api/retry.ts', known)).toEqual(['lib/retry.ts', 'src/api/other.ts']);
  });

  it('puts the longer common beginning first when the endings are alike', () => {
    expect(nearestPaths('src/api/a.ts', ['test/x/a.ts', 'src/x/a.ts'])).toEqual(['src/x/a.ts', 'test/x/a.ts']);
  });

  it('orders equally near ones by name, whatever order they came in', () => {
    expect(nearestPaths('a.ts', ['y/a.ts', 'x/a.ts', 'z/a.ts'])).toEqual(['x/a.ts', 'y/a.ts', 'z/a.ts']);
  });

  it('does not count capitals', () => {
    expect(nearestPaths('SRC/A.ts', ['src/a.TS'])).toEqual(['src/a.TS']);
  });

  it('names none that has nothing in common, and at most five', () => {
    expect(nearestPaths('a.ts', ['b.ts', 'src/b.ts'])).toEqual([]);
    expect(
      nearestPaths(
        'a.ts',
        [1, 2, 3, 4, 5, 6].map((folder) => `${folder}/a.ts`),
      ),
    ).toHaveLength(5);
  });
});
