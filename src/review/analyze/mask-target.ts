import { maskSecrets } from '../mask-secrets.js';
import type { Page, PatchLine } from '../model/patch.js';
import type { PreparedTarget } from '../model/prepared-target.js';
import type { PinnedTarget } from '../model/target.js';

/**
 * The same target with the secrets of its pages masked, in what a reviewer reads and in what quotes are looked up in alike. Line by
 * line, so that two marks of a key around code hide none of it. Each page is masked once.
 */
export function maskTarget(prepared: PreparedTarget, secrets: readonly string[]): PreparedTarget {
  const masked = new Map<string, readonly Page[]>();
  return {
    ...prepared,
    pagesOf: (path) => {
      const pages = masked.get(path) ?? prepared.pagesOf(path).map((page) => maskPage(page, secrets));
      masked.set(path, pages);
      return pages;
    },
  };
}

/** The author's words, masked likewise. */
export function maskAuthor(target: PinnedTarget, secrets: readonly string[]): PinnedTarget {
  if (target.authorText === null) return target;
  const { title, body } = target.authorText;
  return { ...target, authorText: { title: maskLines(title, secrets), body: maskLines(body, secrets) } };
}

function maskPage(page: Page, secrets: readonly string[]): Page {
  const present = secrets.filter((secret) => page.text.includes(secret));
  const maskLine = (line: PatchLine): PatchLine => ({ ...line, text: maskSecrets(line.text, present) });
  return {
    ...page,
    text: maskLines(page.text, present),
    segments: page.segments.map(({ hunkIndex, lines }) => ({ hunkIndex, lines: lines.map(maskLine) })),
  };
}

/** The text with its secrets masked, line by line. */
export function maskLines(text: string, secrets: readonly string[]): string {
  return text
    .split('\n')
    .map((line) => maskSecrets(line, secrets))
    .join('\n');
}
