import { describe, expect, it } from '@jest/globals';
import { readLocalSettings } from '../../src/open-source.js';
import { aSignal } from '../support/builders/scripted-github.js';
import { aPinnedTarget } from '../support/builders/source-file.js';

const PATH = '.github/plumbline.yml';

/** A source that keeps the port: files above the bound it is given are not answered. */
function read(text: string | null, isPartial = false) {
  const source = {
    readBaseFiles: async (_target: unknown, _paths: unknown, maxBytes: number) => ({
      files: new Map(text !== null && text.length <= maxBytes ? [[PATH, text]] : []),
      isPartial,
    }),
  };
  return readLocalSettings(source, aPinnedTarget(), aSignal());
}

describe('the settings of a local review', () => {
  it('takes the defaults only when there is no file', async () => {
    expect(await read(null)).toBeNull();
    expect(await read('a'.repeat(65_536))).toHaveLength(65_536);
  });

  it('refuses a settings file that is too large instead of passing over it', async () => {
    await expect(read('a'.repeat(65_537))).rejects.toMatchObject({
      code: 'configuration_invalid',
      message: '.github/plumbline.yml of the base revision has 65537 bytes; at most 65536 are read',
    });
  });

  it('ends when the settings file cannot be looked up', async () => {
    await expect(read(null, true)).rejects.toMatchObject({ code: 'git_failed' });
  });
});
