import type { CoverageReason, Report } from '../../review/index.js';

const TRY_AGAIN = 'Comment `/review` to try again.';
const SMALLER = 'Split the change, or review a part of it: `/review path/to/part`.';
const BY_HAND = 'Look at these files by hand: no text of their change could be read.';
const ACCEPT = 'If such files need no reading, name their kind under `accept` in `.github/plumbline.yml`.';

const ACTIONS: Readonly<Record<Exclude<CoverageReason, 'ignore' | 'media'>, string>> = {
  lockfile: ACCEPT,
  generated: ACCEPT,
  vendored: ACCEPT,
  minified: ACCEPT,
  source_map: ACCEPT,
  snapshot: ACCEPT,
  conflicted: 'Resolve the conflicts, then ask again.',
  path_not_utf8: 'Give these files names in UTF-8, or look at them by hand.',
  binary: BY_HAND,
  oversized: BY_HAND,
  patch_missing: BY_HAND,
  over_budget: SMALLER,
  call_failed: TRY_AGAIN,
  call_timed_out: TRY_AGAIN,
  cancelled: TRY_AGAIN,
  model_refused: 'Look at these files by hand, or use another model.',
  unparseable_answer: TRY_AGAIN,
  no_model: TRY_AGAIN,
  target_moved: TRY_AGAIN,
};

function hasAction(reason: CoverageReason | null): reason is keyof typeof ACTIONS {
  return reason !== null && reason in ACTIONS;
}

/** What a person can do about a review that is not whole, one sentence each; empty when it is whole and current. */
export function whatToDo({ coverage, failure, freshness }: Report): readonly string[] {
  if (freshness === 'stale') return ['Comment `/review` to review the change as it stands now.'];
  if (coverage.state === 'failed' && failure !== null) return [failure.help];
  const reasons = coverage.rows.filter(({ isAccepted }) => !isAccepted).map(({ reason }) => reason);
  const actions = reasons.filter(hasAction).map((reason) => ACTIONS[reason]);
  const omitted = coverage.omittedFileCount > 0 ? [SMALLER] : [];
  const unknown = freshness === 'unknown' ? [TRY_AGAIN] : [];
  return [...new Set([...actions, ...omitted, ...unknown])];
}
