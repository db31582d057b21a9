import type { PlumblineError } from '../errors.js';
import { maskSecrets } from '../mask-secrets.js';
import type { CallFailure } from '../model/call.js';
import { MOVED_WORDS, type Movement } from '../model/target.js';
import type { BudgetSpent } from './run-budget.js';

const BOUNDS = { requests: 'model requests', input_tokens: 'input tokens', output_tokens: 'output tokens' } as const;

/** Say which bound of the run was reached. */
export function describeBudgetSpent({ bound, limit }: BudgetSpent): CallFailure {
  return {
    reason: 'over_budget',
    title: 'budget spent',
    message: `The review stopped before an answer: its budget of ${limit} ${BOUNDS[bound]} is spent.`,
    help: 'Review fewer files at once, or ask the operator for a higher limit.',
  };
}

/** Say what moved. */
export function describeMovement({ what, from, to }: Extract<Movement, { kind: 'moved' }>): CallFailure {
  const moved = MOVED_WORDS[what];
  const ends = what === 'content' ? '' : ` from ${from} to ${to}`;
  return {
    reason: 'target_moved',
    title: moved,
    message: `${moved.charAt(0).toUpperCase()}${moved.slice(1)}${ends} while it was being reviewed.`,
    help: 'Ask for the review again: it will look at what is there now.',
  };
}

/** Say that somebody stopped the run. */
export function describeCancelled(): CallFailure {
  return {
    reason: 'cancelled',
    title: 'cancelled',
    message: 'The review was stopped before it ended.',
    help: 'Ask for the review again.',
  };
}

/** Say that nothing of the change fits one request. */
export function describeNothingFits(): CallFailure {
  return {
    reason: 'over_budget',
    title: 'too large for the model',
    message: 'Not even one page of the change fits what the model or the budget has room for.',
    help: 'Ask the operator for a model with a larger context or a higher limit of input tokens.',
  };
}

/** Say that a known error ended the call. */
export function describeKnownError(error: PlumblineError): CallFailure {
  return {
    reason: 'call_failed',
    title: 'the target could not be read again',
    message: `${maskSecrets(error.message)}.`,
    help: error.help,
  };
}
