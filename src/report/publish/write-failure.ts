import { classifyFailure } from '../../github-answers/index.js';

/**
 * What a failed request means for a write:
 * - `limited`: not executed, GitHub asked to wait, or the token is perhaps too young (`isToken`)
 * - `refused`: not executed, something in it is invalid
 * - `denied`: not executed, and never will be with these permissions
 * - `doubtful`: it may have been executed: look before sending it again, not before `retryAtMs` (0: at any time)
 */
export type WriteFailure =
  | { readonly kind: 'limited'; readonly waitMs: number; readonly isToken: boolean }
  | { readonly kind: 'refused' | 'denied'; readonly status: number | null }
  | { readonly kind: 'doubtful'; readonly status: number | null; readonly retryAtMs: number };

/** Decide what a rejected request means for a write. An error without an answer (a reset, a time-out) is doubtful. */
export function toWriteFailure(error: unknown, nowMs: number): WriteFailure {
  const { kind, status, waitMs } = classifyFailure(error, nowMs);
  switch (kind) {
    case 'primary_limit':
    case 'secondary_limit':
    case 'bad_credentials':
      return { kind: 'limited', waitMs, isToken: kind === 'bad_credentials' };
    case 'denied':
    case 'refused':
      return { kind, status };
    case 'server':
    case 'no_answer':
    case 'unreadable_answer':
      return { kind: 'doubtful', status, retryAtMs: waitMs > 0 ? nowMs + waitMs : 0 };
  }
}
