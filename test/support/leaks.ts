import { expect } from '@jest/globals';

/** Stands in the change under review and in no other place: whatever shows it has leaked source text. */
export const SOURCE_MARKER = 'zebraQuartzRefund';
/** Words of the instructions a reviewer is given; whatever shows them has leaked the prompt. */
const PROMPT_MARKERS = ['You review one change', 'You are the only reviewer', 'Call submit_review now'] as const;

/** Expect no secret, no source text and no prompt in any of these texts, which are named by their keys. */
export function expectNoLeaks(texts: Readonly<Record<string, string>>, secrets: readonly string[]): void {
  const leaks = Object.entries(texts).flatMap(([name, text]) =>
    [...secrets, SOURCE_MARKER, ...PROMPT_MARKERS].flatMap((word) =>
      text.includes(word) ? [`${word} in ${name}`] : [],
    ),
  );
  expect(leaks).toEqual([]);
}
