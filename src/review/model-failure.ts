/**
 * What a model endpoint's failure means, decided from its structured status and code, never from a word in a message.
 * `authentication`, `permission`, `quota`, `unknown_model`, `invalid_request` and `policy` fail at once; `context_length`
 * and `prompt_cut` (answered, but not all of it was read) shrink once; `rate_limited`, `overloaded`, `network` and `bad_response` may be tried again within the budget.
 */
export type ModelFailureKind =
  | 'authentication'
  | 'permission'
  | 'quota'
  | 'unknown_model'
  | 'invalid_request'
  | 'policy'
  | 'context_length'
  | 'prompt_cut'
  | 'rate_limited'
  | 'overloaded'
  | 'network'
  | 'stalled'
  | 'bad_response'
  | 'cancelled';

/** Thrown by a `ReviewModel`. `message` is safe to show: no key, no prompt, no source text. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';

  constructor(
    readonly kind: ModelFailureKind,
    message: string,
    readonly facts: {
      /** HTTP status, when there was one. */
      readonly status?: number;
      /** The provider's own wish, in milliseconds. */
      readonly retryAfterMs?: number;
      /** The context size the endpoint named, in tokens. */
      readonly contextTokens?: number;
      /** About how much of an answer had come, in tokens: it is paid for all the same. */
      readonly outputTokens?: number;
    } = {},
  ) {
    super(message);
  }
}
