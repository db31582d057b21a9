import { counted, countSeverities, type Finding } from '../../review/index.js';
import { groupFindings } from './finding-order.js';

/** More low and informational findings than this are counted: a screen that goes on for a thousand lines is not read at all. */
const MAX_MINOR_SHOWN = 20;

/** What is shown one by one, and what is only counted. Nothing of medium or above is ever counted only. */
export type Folded = { readonly shown: readonly Finding[]; readonly counted: readonly Finding[] };

/** Findings in reading order, the worst first. */
export function foldFindings(findings: readonly Finding[], isWhole: boolean): Folded {
  const ordered = groupFindings(findings).flatMap((group) => group.findings);
  if (isWhole) return { shown: ordered, counted: [] };
  const firstMinor = ordered.findIndex(isMinor);
  const end = firstMinor < 0 ? ordered.length : firstMinor + MAX_MINOR_SHOWN;
  return { shown: ordered.slice(0, end), counted: ordered.slice(end) };
}

function isMinor({ severity }: Finding): boolean {
  return severity === 'low' || severity === 'info';
}

/** `and 750 more: 12 low, 738 info in 385 files (--explain shows them, --json has them)`; empty when nothing was folded. */
export function foldedWords(folded: Folded['counted']): string {
  if (folded.length === 0) return '';
  const files = counted(new Set(folded.map(({ path }) => path)).size, 'file');
  return `and ${folded.length} more: ${countSeverities(folded)} in ${files} (--explain shows them, --json has them)`;
}
