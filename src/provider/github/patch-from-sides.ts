import type { SourcePatch } from '../../review/index.js';
import { computePatch } from './compute-patch.js';

/** One side of a changed file, as far as it could be looked at. */
export type Side =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary' }
  | { readonly kind: 'oversized'; readonly sizeBytes: number }
  | { readonly kind: 'missing' };

/** The side of a file that does not exist there. */
export const NO_SIDE = { kind: 'text', text: '' } as const satisfies Side;

/**
 * Say what changed between two sides. A file is `binary` only when nothing in it can be read: a text beside a binary side
 * is shown when it is the new one, and is missing when it is the old one.
 */
export function patchFromSides(oldSide: Side, newSide: Side): SourcePatch {
  const sides = [oldSide, newSide];
  if (sides.some((side) => side.kind === 'missing')) return { kind: 'missing' };
  const oversized = sides.find((side) => side.kind === 'oversized');
  if (oversized !== undefined) return { kind: 'oversized', sizeBytes: oversized.sizeBytes };
  const [oldText, newText] = [textOf(oldSide), textOf(newSide)];
  if (oldText !== null && newText !== null) return computePatch(oldText, newText);
  if (newText !== null && newText !== '') return computePatch('', newText);
  return oldText !== null && oldText !== '' ? { kind: 'missing' } : { kind: 'binary' };
}

function textOf(side: Side): string | null {
  return side.kind === 'text' ? side.text : null;
}
