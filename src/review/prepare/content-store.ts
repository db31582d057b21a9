import { digestOf, keyedDigest } from '../digest.js';

/** Texts under their digest. A text is kept once, however often it is put. */
export type ContentStore = {
  /** Keep a text; the answer is its key, 64 hex digits. */
  readonly put: (text: string) => string;
  /** The text under a key; null when it was never put. */
  readonly get: (digest: string) => string | null;
};

const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Digest a text so that two different texts never share a key. Text with a lone surrogate has no UTF-8 of its own (it would
 * hash like any other broken one), so its escaped form is hashed under a key that plain text never uses.
 */
export function contentDigest(text: string): string {
  return LONE_SURROGATE.test(text) ? keyedDigest('utf-16', JSON.stringify(text)) : digestOf(text);
}

/** Create an empty store in memory. One store serves one run; it holds what was put until it is let go. */
export function createContentStore(): ContentStore {
  const texts = new Map<string, string>();
  return {
    put(text) {
      const digest = contentDigest(text);
      texts.set(digest, text);
      return digest;
    },
    get: (digest) => texts.get(digest) ?? null,
  };
}
