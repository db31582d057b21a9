import { shorten } from '../clip.js';
import { maskSecrets } from '../mask-secrets.js';
import type { CallFailure, CallOutcome } from '../model/call.js';
import type { UnassessedReason } from './answer/reading.js';

const MAX_REFUSAL_CHARS = 300;

type Ending = { readonly outcome: Exclude<CallOutcome, 'assessed'>; readonly what: string };

const ENDINGS: Readonly<Record<UnassessedReason | 'prose', Ending>> = {
  cut_off: { outcome: 'unassessed', what: 'was cut off at the length limit' },
  not_assessed: { outcome: 'unassessed', what: 'does not say that the change was assessed' },
  no_summary: { outcome: 'unassessed', what: 'has no summary' },
  no_findings_list: { outcome: 'unassessed', what: 'has no list of findings' },
  wrong_shape: { outcome: 'failed', what: 'does not have the form of a review' },
  empty: { outcome: 'failed', what: 'is empty' },
  model_refused: { outcome: 'failed', what: 'is a refusal' },
  prose: { outcome: 'prose', what: 'is words without the form of a review' },
};

/** What was wrong with an answer, as the end of a sentence that begins with "the answer". */
export function problemOf(reason: UnassessedReason | 'prose'): string {
  return ENDINGS[reason].what;
}

/** How a call ends whose last answer was no review. */
export function describeAnswer(
  reason: UnassessedReason | 'prose',
  refusal: string | null,
): { readonly outcome: Ending['outcome']; readonly failure: CallFailure } {
  const { outcome, what } = ENDINGS[reason];
  if (reason === 'model_refused') return { outcome, failure: describeRefusal(refusal) };
  return {
    outcome,
    failure: {
      reason: 'unparseable_answer',
      title: outcome === 'prose' ? 'an answer without a review' : 'no usable answer',
      message: `The model's answer ${what}.`,
      help: 'Ask for the review again; if it stays, ask the operator for another model or a higher limit of answer tokens.',
    },
  };
}

function describeRefusal(refusal: string | null): CallFailure {
  const line = maskSecrets(refusal ?? '').replace(/\s+/g, ' ');
  const words = shorten(line.trim(), MAX_REFUSAL_CHARS).replace(/\.$/, '');
  return {
    reason: 'model_refused',
    title: 'the model refused',
    message:
      words === '' ? 'The model refused to review this change.' : `The model refused to review this change: ${words}.`,
    help: 'Review this change by hand, or ask the operator for another model.',
  };
}
