import type { Span, ToolFinding } from '../check.js';
import type { LockEntry } from './lock-entry.js';
import { type LockSource, readSource } from './lock-source.js';
import { type LockRuleId, toToolWords } from './rules.js';
import { electUsualHosts, type UsualHosts } from './usual-hosts.js';

/** An entry and where it comes from. */
export type Origin = { readonly entry: LockEntry; readonly source: LockSource };

/** What of the file is the change's. */
export type LockChange = {
  readonly isAdded: (lines: Span) => boolean;
  /** Where the lines it removed said that packages come from. */
  readonly removedSources: readonly LockSource[];
};

type Judgement = { readonly ruleId: LockRuleId; readonly detail: string; readonly origin: Origin };

/**
 * Judge the entries with an added line. Entries with the same fault from the same host are one finding at the first of
 * them, so that a file that moved as a whole is told once.
 */
export function judgeEntries(entries: readonly LockEntry[], change: LockChange): ToolFinding[] {
  const origins = entries.map((entry): Origin => ({ entry, source: sourceOf(entry) }));
  const added = origins.filter(({ entry }) => change.isAdded(entry.lines));
  if (added.length === 0) return [];
  const hosts = electUsualHosts({
    unchanged: origins.filter((origin) => !isSourceAdded(origin, change)).map(({ source }) => source),
    removed: change.removedSources,
    added: added.filter((origin) => isSourceAdded(origin, change)).map(({ source }) => source),
  });
  const judgements = added.flatMap((origin) => judge(origin, hosts, change));
  return [...toFindings(judgements), summary(added, hosts)];
}

function sourceOf({ source }: LockEntry): LockSource {
  return source === null ? { kind: 'usual' } : readSource(source.text);
}

/** A source that was there before is not the fault of a change elsewhere in the entry. */
function isSourceAdded({ entry }: Origin, { isAdded }: LockChange): boolean {
  const line = entry.source?.line;
  return isAdded(line === undefined ? entry.lines : atLine(line));
}

function judge(origin: Origin, hosts: UsualHosts, change: LockChange): Judgement[] {
  const isOwnSource = isSourceAdded(origin, change);
  const told = faultsOf(origin, hosts).filter(([ruleId]) => isOwnSource || ruleId === 'no-integrity');
  return told.map(([ruleId, detail]) => ({ ruleId, detail, origin }));
}

type Fault = readonly [ruleId: LockRuleId, detail: string];

function faultsOf({ entry, source }: Origin, hosts: UsualHosts): Fault[] {
  switch (source.kind) {
    case 'git':
      return [['git-source', source.host]];
    case 'file':
      return [['file-source', '']];
    case 'usual':
      return entry.shouldBePinned && !entry.isPinned ? [['no-integrity', '']] : [];
    case 'web':
      return webFaults(entry, source, hosts);
  }
}

function webFaults(entry: LockEntry, source: LockSource & { kind: 'web' }, hosts: UsualHosts): Fault[] {
  const faults: (Fault | false)[] = [
    source.isPlain && ['plain-http', source.host],
    hosts.isUnusual(source.host) && ['unusual-host', source.host],
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

function summary(added: readonly Origin[], { onlyHost }: UsualHosts): ToolFinding {
  const names = added.map(({ entry }) => entry.name);
  const places = added.map(({ entry }) => entry.lines);
  return { ...toToolWords('lockfile-summary', onlyHost ?? '', names), places };
}

function atLine(line: number): Span {
  return { start: line, end: line };
}
