import type { CoverageRow } from '../model/coverage.js';
import { SEVERITIES } from '../model/finding.js';
import type { Movement } from '../model/target.js';
import { isPublished, type Standing } from './decide-conclusion.js';
import { isFullyReviewed } from './is-fully-reviewed.js';

/** What fits a list of checks before it is cut. */
const MAX_TITLE_CHARS = 120;

const MOVED = {
  head: 'the head moved',
  base_ref: 'the base was changed',
  merge_base: 'the merge base moved',
  content: 'the files changed',
} as const satisfies Record<Extract<Movement, { kind: 'moved' }>['what'], string>;

/** Write the check run's title: the weakest point first, then what was found, then in how much. At most 120 characters. */
export function writeTitle(standing: Standing, movement: Movement): string {
  const title = titleOf(standing, movement).replace(/\s+/g, ' ').trim();
  const characters = [...title];
  if (characters.length <= MAX_TITLE_CHARS) return title;
  return `${characters
    .slice(0, MAX_TITLE_CHARS - 1)
    .join('')
    .trimEnd()}…`;
}

/** Count what is published, worst first: `1 high, 2 medium`; empty when there is nothing. */
export function countBySeverity(findings: Standing['findings']): string {
  const published = findings.filter(isPublished);
  return SEVERITIES.map((severity) => ({ severity, count: published.filter((f) => f.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${count} ${severity}`)
    .join(', ');
}

function titleOf(standing: Standing, movement: Movement): string {
  const { coverage, failure } = standing;
  if (movement.kind === 'moved') return `Stale: ${MOVED[movement.what]} during the review`;
  if (coverage.state === 'failed') return `Not reviewed: ${failure?.title ?? reasonWithoutCall(coverage.rows)}`;
  const found = foundIn(standing);
  if (movement.kind === 'unreadable') return `Unknown: the target could not be read again (${lowerFirst(found)})`;
  return coverage.state === 'limited' && !isWholePicture(standing) ? `Limited: ${limitedIn(standing)}` : found;
}

/** A work tree that was read whole and has not changed meanwhile: that it may change later needs no title. */
function isWholePicture(standing: Standing): boolean {
  return isFullyReviewed(standing) && !standing.coverage.limitations.includes('narrowed');
}

function foundIn({ coverage, findings }: Standing): string {
  const counts = countBySeverity(findings);
  return `${counts === '' ? 'No findings' : counts} in ${filesRead(coverage)}`;
}

function limitedIn({ coverage, findings }: Standing): string {
  const counts = countBySeverity(findings);
  if (counts !== '') return `${counts} in ${filesRead(coverage)}`;
  const isAnythingRead = coverage.rows.some(({ state }) => state === 'reviewed' || state === 'partially_reviewed');
  return `${filesRead(coverage)} reviewed${isAnythingRead ? ', no findings in them' : ''}`;
}

/** `9 of 12 files`: read whole, of all that are known to have changed. */
function filesRead({ rows, omittedFileCount }: Standing['coverage']): string {
  const total = rows.length + omittedFileCount;
  return `${rows.filter(({ state }) => state === 'reviewed').length} of ${total} ${total === 1 ? 'file' : 'files'}`;
}

function reasonWithoutCall(rows: readonly CoverageRow[]): string {
  return rows.length === 0 ? 'no changed file was listed' : 'no model was asked';
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
