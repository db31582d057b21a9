import type { Span, ToolFinding } from '../check.js';
import type { LockEntry } from './lock-entry.js';
import { type LockSource, readSource } from './lock-source.js';
import { type LockRuleId, toToolWords } from './rules.js';

/** An entry and where it comes from. */
export type Origin = { readonly entry: LockEntry; readonly source: LockSource };

type Judgement = { readonly ruleId: LockRuleId; readonly detail: string; readonly origin: Origin };

/**
 * Judge the entries with an added line. Entries with the same fault from the same host are one finding at the first of
 * them, so that a file that moved as a whole is told once.
 */
export function judgeEntries(entries: readonly LockEntry[], isAdded: (lines: Span) => boolean): ToolFinding[] {
  const origins = entries.map((entry): Origin => ({ entry, source: sourceOf(entry) }));
  const added = origins.filter(({ entry }) => isAdded(entry.lines));
  if (added.length === 0) return [];
  const unchanged = origins.filter(({ entry }) => !isAdded(entry.lines));
  const usualHost = mostCommonHost(unchanged) ?? mostCommonHost(origins);
  const judgements = added.flatMap((origin) => judge(origin, usualHost, isAdded));
  return [...toFindings(judgements), summary(added)];
}

function sourceOf({ source }: LockEntry): LockSource {
  return source === null ? { kind: 'usual' } : readSource(source.text);
}

/** An empty name stands for entries that leave their source to the package manager. */
function mostCommonHost(origins: readonly Origin[]): string | null {
  const counts = new Map<string, number>();
  for (const { source } of origins) {
    if (source.kind !== 'web' && source.kind !== 'usual') continue;
    const host = source.kind === 'web' ? source.host : '';
    counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? null;
}

function judge(origin: Origin, usualHost: string | null, isAdded: (lines: Span) => boolean): Judgement[] {
  const { entry } = origin;
  const faults = faultsOf(origin, usualHost);
  const line = entry.source?.line;
  // A source that was there before is not the fault of a change elsewhere in the entry.
  const isSourceAdded = line === undefined || isAdded({ start: line, end: line });
  const told = faults.filter(([ruleId]) => isSourceAdded || ruleId === 'no-integrity');
  return told.map(([ruleId, detail]) => ({ ruleId, detail, origin }));
}

type Fault = readonly [ruleId: LockRuleId, detail: string];

function faultsOf({ entry, source }: Origin, usualHost: string | null): Fault[] {
  switch (source.kind) {
    case 'git':
      return [['git-source', source.host]];
    case 'file':
      return [['file-source', '']];
    case 'usual':
      return entry.shouldBePinned && !entry.isPinned ? [['no-integrity', '']] : [];
    case 'web':
      return webFaults(entry, source, usualHost);
  }
}

function webFaults(entry: LockEntry, source: LockSource & { kind: 'web' }, usualHost: string | null): Fault[] {
  const faults: (Fault | false)[] = [
    source.isPlain && ['plain-http', source.host],
    source.host !== usualHost && ['unusual-host', source.host],
    source.secret !== null && ['credentials-in-source', source.host],
    entry.shouldBePinned && !entry.isPinned && ['no-integrity', source.host],
    isOfOtherPackage(entry, source.path) && ['other-package', entry.name],
  ];
  return faults.filter((fault) => fault !== false);
}

/** Archives of registries are named `/<package>/-/<file>`. */
function isOfOtherPackage({ name, realName }: LockEntry, path: string): boolean {
  const [, prefix] = /^(.+)\/-\/[^/]+$/.exec(path) ?? [];
  const wanted = `/${realName ?? name}`.toLowerCase();
  return prefix !== undefined && !decoded(prefix).toLowerCase().endsWith(wanted);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function toFindings(judgements: readonly Judgement[]): ToolFinding[] {
  const groups = new Map<string, Judgement[]>();
  for (const judgement of judgements) {
    const key = JSON.stringify([judgement.ruleId, judgement.detail]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [judgement]);
    else group.push(judgement);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { entry } = first.origin;
    const names = group.map(({ origin }) => origin.entry.name);
    const place = first.ruleId === 'no-integrity' || entry.source === null ? entry.lines : atLine(entry.source.line);
    return [{ ...toToolWords(first.ruleId, first.detail, names), places: [place] }];
  });
}

function summary(added: readonly Origin[]): ToolFinding {
  const names = added.map(({ entry }) => entry.name);
  const places = added.map(({ entry }) => entry.lines);
  return { ...toToolWords('lockfile-summary', '', names), places };
}

function atLine(line: number): Span {
  return { start: line, end: line };
}
