import { type FencedText, fence } from '../fence.js';

/** A piece of a message: our own words, then perhaps somebody else's. */
export type Section = { readonly intro: string; readonly material: FencedText | null };

/** Write sections one after the other, all foreign material behind the same nonce. */
export function writeSections(sections: readonly Section[], nonce: string): string {
  return sections
    .map(({ intro, material }) =>
      [intro, material === null ? '' : fence(nonce, material)].filter((part) => part !== ''),
    )
    .map((parts) => parts.join('\n'))
    .join('\n\n');
}

export function materialOf(sections: readonly Section[]): readonly FencedText[] {
  return sections.flatMap(({ material }) => (material === null ? [] : [material]));
}
