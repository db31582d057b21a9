import type { LockEntry } from './lock-entry.js';
import type { LockfileKind } from './lockfile-kind.js';

/** How a line-based lock file is cut into entries, and what to look for in each. */
export type Form = {
  /** First line of an entry. */
  readonly begins: RegExp;
  /** A line that belongs to no entry. */
  readonly ends: RegExp;
  readonly name: (block: string) => string;
  readonly source: RegExp;
  readonly pinned: RegExp;
  /** Entries that nothing pins, such as those of the same repository. */
  readonly isUnpinnable: (block: string) => boolean;
};

export const FORMS: Readonly<Record<Exclude<LockfileKind, 'npm'>, Form>> = {
  yarn: {
    begins: /^(?!__metadata|#)\S.*:\s*$/,
    ends: /^(?:__metadata|#)/,
    name: (block) => /^"?(@?[^@"\s,]+)@/.exec(block)?.[1] ?? '',
    source: /^\s+"?(?:resolved|resolution)"?:?\s+"?(?:@?[^@\s":]+@(?=\S+:))?(?<source>[^"\s]+)/m,
    pinned: /^\s+"?(?:integrity|checksum)"?:?\s+\S|#[0-9a-f]{40}"?\s*$/m,
    isUnpinnable: (block) => /^\s+"?resolution"?:?\s+"?@?[^@\s]+@(?:workspace|link|portal|patch|virtual):/m.test(block),
  },
  pnpm: {
    begins: /^ {2}\S.*:\s*(?:\{\}|\{.*\})?\s*$/,
    ends: /^\S/,
    name: (block) => /^\s+['"]?\/?(@?[^@'"\s(]+)@/.exec(block)?.[1] ?? '',
    source: /["']?\b(?:tarball|repo|directory)["']?:\s*["']?(?<source>[^,}\s"']+)/,
    pinned: /\bintegrity["']?:\s*\S/,
    isUnpinnable: (block) => /\btype["']?:\s*["']?(?:git|directory)\b/.test(block),
  },
  cargo: {
    begins: /^\[\[package\]\]/,
    ends: /^\[(?!\[package)/,
    name: (block) => /^name\s*=\s*"([^"]*)"/m.exec(block)?.[1] ?? '',
    source: /^source\s*=\s*["'](?<source>[^"']+)/m,
    pinned: /^checksum\s*=/m,
    isUnpinnable: (block) => !/^source\s*=/m.test(block),
  },
  poetry: {
    begins: /^\[\[package\]\]/,
    ends: /^\[(?:metadata|extras)/,
    name: (block) => /^name\s*=\s*"([^"]*)"/m.exec(block)?.[1] ?? '',
    source: /^url\s*=\s*["'](?<source>[^"']+)/m,
    pinned: /\bhash\s*=\s*["']sha/,
    isUnpinnable: (block) => /^type\s*=\s*["'](?:git|directory|file|url)["']/m.test(block),
  },
};

/** Read the entries of a lock file that is written line by line. */
export function readBlockEntries(text: string, kind: Exclude<LockfileKind, 'npm'>): LockEntry[] {
  const form = FORMS[kind];
  const lines = (kind === 'pnpm' ? packagesOnly(text) : text).split('\n');
  const entries: LockEntry[] = [];
  let start: number | null = null;
  const close = (end: number) => {
    if (start !== null) entries.push(toEntry(lines.slice(start, end), start, form));
    start = null;
  };
  for (const [index, line] of lines.entries()) {
    const isFirst = form.begins.test(line);
    if (isFirst || form.ends.test(line)) close(index);
    if (isFirst) start = index;
  }
  close(lines.length);
  return entries;
}

/** Only the section of packages tells where they come from; the others are blanked, so that no line moves. */
function packagesOnly(text: string): string {
  let isInside = false;
  return text
    .split('\n')
    .map((line) => {
      if (/^\S/.test(line)) isInside = /^['"]?packages['"]?:/.test(line);
      return isInside ? line : '';
    })
    .join('\n');
}

function toEntry(block: readonly string[], start: number, form: Form): LockEntry {
  const written = block.filter((line) => line.trim() !== '').length;
  const text = block.map((line) => line.replace(/\r$/, '')).join('\n');
  const found = form.source.exec(text);
  const source = found?.groups?.source;
  const line = start + 1 + text.slice(0, found?.index ?? 0).split('\n').length - 1 + leadingBreaks(found?.[0] ?? '');
  return {
    name: form.name(text),
    lines: { start: start + 1, end: start + Math.max(1, written) },
    source: source === undefined ? null : { text: source, line },
    isPinned: form.pinned.test(text),
    shouldBePinned: !form.isUnpinnable(text),
    realName: null,
  };
}

/** An indent may match the end of the line before. */
function leadingBreaks(match: string): number {
  return (/^\s*/.exec(match)?.[0].match(/\n/g) ?? []).length;
}
