import type { Page } from '../../model/patch.js';
import { type FencedText, quoteName } from '../fence.js';

/** A page as a reviewer sees it: its text unchanged, under its path and place. */
export function toMaterial(page: Page): FencedText {
  const place = page.count === 1 ? '' : ` page ${page.index + 1} of ${page.count}`;
  return { label: `diff ${quoteName(page.path)}${place}`, text: page.text };
}
