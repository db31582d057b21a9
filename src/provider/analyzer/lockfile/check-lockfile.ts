import type { HeadFile } from '../../../review/index.js';
import type { CheckOutcome, Span, ToolFinding } from '../check.js';
import { placeOnAddedLines } from '../place-on-added-lines.js';
import { judgeEntries } from './judge-entries.js';
import type { LockEntry } from './lock-entry.js';
import { readSource } from './lock-source.js';
import { lockfileKind } from './lockfile-kind.js';
import { readBlockEntries } from './read-block-entries.js';
import { readJsonEntries } from './read-json-entries.js';

/** What a lock file pins on its added lines: where it comes from, and whether its content is fixed. */
export function checkLockfile({ path, text, addedLines }: HeadFile): CheckOutcome {
  const kind = lockfileKind(path);
  if (kind === null) return { findings: [], isReadable: false };
  const entries = kind === 'npm' ? readJsonEntries(text) : readBlockEntries(text, kind);
  const findings = placeOnAddedLines(
    judgeEntries(entries, (lines) => isAdded(lines, addedLines)).map((finding) => toAdded(finding, addedLines)),
    addedLines,
  );
  const isReadable = kind === 'npm' ? isJson(text) : entries.length > 0 || text.trim() === '';
  return { findings, isReadable, secrets: secretsOf(entries) };
}

function isAdded({ start, end }: Span, addedLines: readonly Span[]): boolean {
  return addedLines.some((range) => range.start <= end && range.end >= start);
}

/** An entry is as long as it is: its first added line stands for it. */
function toAdded(finding: ToolFinding, addedLines: readonly Span[]): ToolFinding {
  const places = finding.places.flatMap(({ start, end }) => {
    const added = addedLines.find((range) => range.start <= end && range.end >= start);
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

function secretsOf(entries: readonly LockEntry[]): string[] {
  const secrets = entries.map(({ source }) => (source === null ? null : readSource(source.text)));
  return [...new Set(secrets.flatMap((source) => (source?.kind === 'web' ? (source.secret ?? []) : [])))];
}
