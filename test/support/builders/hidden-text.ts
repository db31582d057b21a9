import type { Exclusion, FileListing, PinnedTarget } from '../../../src/review/index.js';
import { createContentStore, prepareEvidence } from '../../../src/review/prepare/index.js';

/** The first bytes of a real picture: its length field brings NULs, as in every one. */
export const A_PNG: Buffer = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
/** Another picture of the same kind. */
export const ANOTHER_PNG: Buffer = Buffer.concat([A_PNG, Buffer.from('0000000049454e44ae426082', 'hex')]);

export const HIDDEN_TEXT = 'import os\nos.system("rm -rf /")\n';
/** A text that begins like a picture: what guesses by first bytes takes it for one. */
export const LIKE_A_GIF = 'GIF89a=1;\nsteal(document.cookie);\n';

export type Reading = { readonly exclusion: Exclusion | null; readonly pages: string };

/** What becomes of a listed file once the evidence is frozen: its exclusion, or the pages a reviewer is shown. */
export function readingOf(target: PinnedTarget, listing: FileListing, path: string): Reading {
  const prepared = prepareEvidence({
    target,
    listing,
    binding: 'unavailable',
    settings: { accept: [], ignore: [] },
    attributes: new Map(),
    paths: [],
    store: createContentStore(),
  });
  const file = prepared.evidence.files.find((one) => one.path === path);
  if (file === undefined) throw new Error(`${path} is not listed`);
  const pages = prepared.pagesOf(path).map(({ text }) => text);
  return { exclusion: file.exclusion, pages: pages.join('\n') };
}

export const ACCEPTED_MEDIA: Exclusion = { reason: 'media', isAccepted: true };
