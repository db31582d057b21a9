import { maskSecrets } from '../mask-secrets.js';
import type { Page } from '../model/patch.js';
import type { PreparedTarget } from '../model/prepared-target.js';

/** The same target with its pages' secrets masked, in what a reviewer reads and in what quotes are looked up in alike. */
export function maskTarget(prepared: PreparedTarget, secrets: readonly string[]): PreparedTarget {
  if (secrets.length === 0) return prepared;
  return { ...prepared, pagesOf: (path) => prepared.pagesOf(path).map((page) => maskPage(page, secrets)) };
}

function maskPage(page: Page, secrets: readonly string[]): Page {
  const mask = (text: string) => maskSecrets(text, secrets);
  const segments = page.segments.map(({ hunkIndex, lines }) => ({
    hunkIndex,
    lines: lines.map((line) => ({ ...line, text: mask(line.text) })),
  }));
  return { ...page, text: mask(page.text), segments };
}
