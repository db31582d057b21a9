import { shorten } from '../clip.js';
import type { CoverageRow } from '../model/coverage.js';
import { MOVED_WORDS, type Movement } from '../model/target.js';
import { countSeverities, filesChecked, filesRead } from '../words.js';
import { isPublished, type Standing } from './decide-conclusion.js';
import { isFullyReviewed } from './is-fully-reviewed.js';

/** What fits a list of checks before it is cut. */
const MAX_TITLE_CHARS = 120;

/** Write the check run's title: the weakest point first, then what was found, then in how much. At most 120 characters. */
export function writeTitle(standing: Standing, movement: Movement): string {
  const title = titleOf(standing, movement).replace(/\s+/g, ' ').trim();
  return shorten(title, MAX_TITLE_CHARS);
}

function titleOf(standing: Standing, movement: Movement): string {
  const { coverage, failure } = standing;
  if (movement.kind === 'moved') return `Stale: ${MOVED_WORDS[movement.what]} during the review`;
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
  return `${countSeverities(findings.filter(isPublished), 'No findings')} in ${filesRead(coverage)}`;
}

function limitedIn({ checks, coverage, findings }: Standing): string {
  const published = findings.filter(isPublished);
  const counts = countSeverities(published);
  if (coverage.limitations.includes('no_model'))
    return `static checks only, ${counts} in ${filesChecked(coverage, checks)}`;
  if (published.length > 0) return `${counts} in ${filesRead(coverage)}`;
  const isAnythingRead = coverage.rows.some(({ state }) => state === 'reviewed' || state === 'partially_reviewed');
  return `${filesRead(coverage)} reviewed${isAnythingRead ? ', no findings in them' : ''}`;
}

function reasonWithoutCall(rows: readonly CoverageRow[]): string {
  return rows.length === 0 ? 'no changed file was listed' : 'no model was asked';
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
