import { keyedDigest } from '../digest.js';
import { maskSecrets } from '../mask-secrets.js';

const NONCE_CHARS = 16;

/** Material that somebody else wrote, with the words that say what it is. */
export type FencedText = { readonly label: string; readonly text: string };

/**
 * Choose a nonce that none of these texts holds. It comes from the run's secret, so that no author can know it; should it
 * stand in a text all the same, the next one is taken.
 */
export function chooseNonce(runSecret: string, fingerprint: string, texts: readonly FencedText[]): string {
  for (let counter = 0; ; counter += 1) {
    const nonce = keyedDigest(runSecret, `fence ${fingerprint} ${counter}`).slice(0, NONCE_CHARS);
    if (!texts.some(({ label, text }) => label.includes(nonce) || text.includes(nonce))) return nonce;
  }
}

/** Put a text, unchanged to the byte, between two lines that carry the nonce. */
export function fence(nonce: string, { label, text }: FencedText): string {
  return `[begin ${nonce} ${label}]\n${text}\n[end ${nonce}]`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a label
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|\p{Cf}/gu;

/** Quote a name as a JSON string in one line: credentials masked, everything unseen (controls, marks of direction, no width) escaped. */
export function quoteName(name: string): string {
  return JSON.stringify(maskSecrets(name)).replace(UNSEEN, (char) =>
    [...Array(char.length).keys()].map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}
