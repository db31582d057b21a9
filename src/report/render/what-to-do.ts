import type { CoverageReason, Report } from '../../review/index.js';

/** Where the reader would ask again: in a comment on the pull request, or with the command. */
export type Asking = 'comment' | 'command';

const WORDS = {
  comment: {
    again: 'Comment `/review` to try again.',
    part: 'Split the change, or review a part of it: `/review path/to/part`.',
    asItStands: 'Comment `/review` to review the change as it stands now.',
  },
  command: {
    again: 'Run it again.',
    part: 'Split the change, or review a part of it: name the paths after `--`.',
    asItStands: 'Run it again to review the change as it stands now.',
  },
} as const satisfies Record<Asking, Record<'again' | 'part' | 'asItStands', string>>;

const BY_HAND = 'Look at the files whose change has no readable text by hand.';
const ACCEPT = 'If such files need no reading, name their kind under `accept` in `.github/plumbline.yml`.';

/** `again` and `part` depend on where the reader would ask. */
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
  over_budget: 'part',
  call_failed: 'again',
  call_timed_out: 'again',
  cancelled: 'again',
  model_refused: 'Look at these files by hand, or use another model.',
  unparseable_answer: 'again',
  no_model: 'Set `OPENAI_API_KEY` (or `OPENAI_BASE_URL`) and `PLUMBLINE_MODEL`, so that a model reads the change.',
  target_moved: 'again',
  secrets_unchecked: 'again',
};

function hasAction(reason: CoverageReason | null): reason is keyof typeof ACTIONS {
  return reason !== null && reason in ACTIONS;
}

/** What a person can do about a review that is not whole, one sentence each; empty when it is whole and current. */
export function whatToDo({ coverage, failure, freshness }: Report, asking: Asking): readonly string[] {
  const words = WORDS[asking];
  if (freshness === 'stale') return [words.asItStands];
  if (coverage.state === 'failed' && failure !== null)
    return [asking === 'command' ? toTheOperator(failure.help) : failure.help];
  const reasons = coverage.rows.filter(({ isAccepted }) => !isAccepted).map(({ reason }) => reason);
  const actions = reasons.filter(hasAction).map((reason) => ACTIONS[reason]);
  const omitted = coverage.omittedFileCount > 0 ? ['part'] : [];
  const unknown = freshness === 'unknown' ? ['again'] : [];
  const sentences = [...actions, ...omitted, ...unknown];
  return [...new Set(sentences.map((one) => (one === 'again' || one === 'part' ? words[one] : one)))];
}

/** Who runs the command is the operator. */
function toTheOperator(help: string): string {
  const own = help.replace(/^Ask the operator (?:to |for )?/, (asked) => (asked.endsWith('for ') ? 'get ' : ''));
  return own.charAt(0).toUpperCase() + own.slice(1);
}
