import { type Baseline, counted, type Disposition, type RecordedFinding, type Report } from '../../review/index.js';
import { shortSha } from './check-lead.js';
import { codeSpan } from './code-markdown.js';
import { escapeInline } from './escape-markdown.js';
import { cleanLine } from './visible-text.js';

const BASELINES: readonly Baseline[] = ['new', 'repeated', 'changed'];

/** `Since 1a2b3c4: 1 new, 2 repeated, 1 not observed any more.` Empty without an earlier revision. */
export function historyLine({ findings, history }: Report): string {
  if (history === null) return '';
  const counts = BASELINES.map(
    (baseline) => [findings.filter((finding) => finding.baseline === baseline).length, baseline] as const,
  );
  const told = [
    ...counts,
    [history.notObserved.length, 'not observed any more'] as const,
    [history.carriedOver.length, 'carried over'] as const,
  ].flatMap(([count, words]) => (count === 0 ? [] : [`${count} ${words}`]));
  return `Since the last revision (${shortSha(history.previousHeadSha)}): ${told.length === 0 ? 'nothing new' : told.join(', ')}.`;
}

/** A titled list of what became of earlier findings, as Markdown that is not bounded yet. */
export type HistoryList = { readonly title: string; readonly items: readonly string[] };

/** What this run does not report itself: earlier findings, and what people said. Empty lists are left out. */
export function historyLists({ history }: Report, secrets: readonly string[]): readonly HistoryList[] {
  if (history === null) return [];
  const { carriedOver, dispositions, notObserved } = history;
  const items = (findings: readonly RecordedFinding[]) => findings.map((finding) => findingItem(finding, secrets));
  return [
    {
      title: `Carried over from files that were not read now: ${counted(carriedOver.length, 'finding')}`,
      items: items(carriedOver),
    },
    { title: `Not observed any more: ${counted(notObserved.length, 'finding')}`, items: items(notObserved) },
    {
      title: `What people said: ${counted(dispositions.length, 'finding')}`,
      items: dispositions.map((disposition) => dispositionItem(disposition, secrets)),
    },
  ].filter((list) => list.items.length > 0);
}

function findingItem(
  { number, path, severity, startLine, title }: RecordedFinding,
  secrets: readonly string[],
): string {
  const place = startLine === null ? path : `${path}:${startLine}`;
  return `**${escapeInline(`F${number} · ${title}`, secrets)}** · ${severity} · ${codeSpan(cleanLine(place, secrets))}`;
}

function dispositionItem({ by, number, state, why }: Disposition, secrets: readonly string[]): string {
  const reason = why === null ? '' : `: ${escapeInline(why, secrets)}`;
  return `F${number} ${state} by ${escapeInline(by, secrets)}${reason}`;
}
