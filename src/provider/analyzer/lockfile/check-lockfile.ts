import type { HeadFile } from '../../../review/index.js';
import { addedRangeAt } from '../added-range.js';
import type { CheckOutcome, Span, ToolFinding } from '../check.js';
import { looksLikeSecret } from '../looks-like-secret.js';
import { placeOnAddedLines } from '../place-on-added-lines.js';
import { judgeEntries } from './judge-entries.js';
import type { LockEntry } from './lock-entry.js';
import { readSource } from './lock-source.js';
import { lockfileKind } from './lockfile-kind.js';
import { readBlockEntries } from './read-block-entries.js';
import { readJsonEntries } from './read-json-entries.js';
import { readRemovedSources } from './read-removed-sources.js';

/** What a lock file pins on its added lines: where it comes from, and whether its content is fixed. */
export function checkLockfile({ path, text, addedLines, removedText }: HeadFile): CheckOutcome {
  const kind = lockfileKind(path);
  if (kind === null) return { findings: [], isReadable: false };
  const entries = kind === 'npm' ? readJsonEntries(text) : readBlockEntries(text, kind);
  const findings = placeOnAddedLines(
    judgeEntries(entries, {
      isAdded: (lines) => addedRangeAt(lines, addedLines) !== undefined,
      removedSources: readRemovedSources(removedText, kind),
    }).map((finding) => toAdded(finding, addedLines)),
    addedLines,
  );
  const isReadable = kind === 'npm' ? isJson(text) : entries.length > 0 || text.trim() === '';
  return { findings, isReadable, secrets: secretsOf(entries) };
}

/** An entry is as long as it is: its first added line stands for it. */
function toAdded(finding: ToolFinding, addedLines: readonly Span[]): ToolFinding {
  const places = finding.places.flatMap(({ start, end }) => {
    const added = addedRangeAt({ start, end }, addedLines);
    return added === undefined ? [] : [{ start: Math.max(start, added.start), end: Math.min(end, added.end) }];
  });
  return { ...finding, places };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Only what looks like one: a change writes these addresses, and what it names here is masked in all of its pages. */
function secretsOf(entries: readonly LockEntry[]): string[] {
  const sources = entries.map(({ source }) => (source === null ? null : readSource(source.text)));
  const secrets = sources.flatMap((source) => (source?.kind === 'web' ? (source.secret ?? []) : []));
  return [...new Set(secrets)].filter(looksLikeSecret);
}
