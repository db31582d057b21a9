import type { Assessment } from '../../model/call.js';
import type { Candidate } from '../../model/finding.js';

export type UnassessedReason =
  /** The answer ended before it was complete. */
  | 'cut_off'
  /** It says itself that the review was not done. */
  | 'not_assessed'
  | 'no_summary'
  /** No list of findings, which is not the same as an empty one. */
  | 'no_findings_list'
  /** It holds no envelope. */
  | 'wrong_shape'
  | 'empty'
  | 'model_refused';

/** The three readings of an answer. Only `assessed` says that the change was reviewed. */
export type AnswerReading =
  | { readonly kind: 'assessed'; readonly assessment: Assessment; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'unassessed'; readonly reason: UnassessedReason; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'prose'; readonly text: string };
