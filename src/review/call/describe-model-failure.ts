import { shorten } from '../clip.js';
import { maskSecrets } from '../mask-secrets.js';
import type { CallFailure } from '../model/call.js';
import type { RunReason } from '../model/coverage.js';
import type { ModelFailure, ModelFailureKind } from '../model-failure.js';

const MAX_DETAIL_CHARS = 300;
const MINUTE_MS = 60_000;

type Words = { readonly title: string; readonly says: string; readonly help: string; readonly reason?: RunReason };

const AGAIN_LATER = 'Ask for the review again later.';

const WORDS: Readonly<Record<ModelFailureKind, Words>> = {
  authentication: {
    title: 'the model refused the key',
    says: 'The model endpoint does not accept the API key',
    help: 'Ask the operator to check OPENAI_API_KEY.',
  },
  permission: {
    title: 'the key may not use the model',
    says: 'The model endpoint does not let this API key use the model',
    help: 'Ask the operator to check what OPENAI_API_KEY may use, and PLUMBLINE_MODEL.',
  },
  quota: {
    title: 'provider quota',
    says: "The model provider's quota for this key is used up",
    help: 'Ask the operator to check billing and quota of the model provider, or wait until the quota resets.',
  },
  unknown_model: {
    title: 'unknown model',
    says: 'The model endpoint does not know the model',
    help: 'Ask the operator to check PLUMBLINE_MODEL and OPENAI_BASE_URL.',
  },
  invalid_request: {
    title: 'the model endpoint refused the request',
    says: 'The model endpoint refused the request as invalid',
    help: 'Ask the operator to check whether the endpoint at OPENAI_BASE_URL is OpenAI-compatible.',
  },
  policy: {
    title: 'the model refused',
    says: "The model provider's content policy refused the request",
    help: 'Review this change by hand, or ask the operator for another model.',
    reason: 'model_refused',
  },
  context_length: {
    title: 'too large for the model',
    says: "The request does not fit the model's context, even after it was made smaller",
    help: 'Review fewer files at once, or ask the operator for a model with a larger context.',
    reason: 'over_budget',
  },
  prompt_cut: {
    title: 'the endpoint cut the prompt',
    says: 'The model endpoint answered without reading everything it was sent',
    help: 'Ask the operator to raise the context of the model endpoint (`num_ctx` in Ollama), or to check that it counts tokens rightly.',
    reason: 'over_budget',
  },
  rate_limited: {
    title: 'provider rate limit',
    says: "The model provider's rate limit was reached and did not clear in time",
    help: AGAIN_LATER,
  },
  overloaded: {
    title: 'provider overloaded',
    says: 'The model provider is overloaded or has a fault',
    help: AGAIN_LATER,
  },
  network: {
    title: 'model endpoint not reachable',
    says: 'The model endpoint could not be reached',
    help: 'Ask the operator to check OPENAI_BASE_URL and the proxy and CA settings, then ask again.',
  },
  stalled: {
    title: 'the answer stalled',
    says: 'The model began to answer and then sent nothing more',
    help: AGAIN_LATER,
  },
  bad_response: {
    title: 'unreadable answer of the endpoint',
    says: 'What the model endpoint sent is no answer of an OpenAI-compatible endpoint',
    help: 'Ask the operator to check OPENAI_BASE_URL.',
  },
  cancelled: {
    title: 'cancelled',
    says: 'The request to the model was cancelled',
    help: 'Ask for the review again.',
    reason: 'cancelled',
  },
};

/** Say in plain words what a failure of the model endpoint means and what to do, with its own words masked. */
export function describeModelFailure({ kind, message, facts }: ModelFailure): CallFailure {
  const { title, says, help, reason } = WORDS[kind];
  const status = facts.status === undefined ? '' : ` (${facts.status})`;
  const line = maskSecrets(message).replace(/\s+/g, ' ').trim();
  const detail = shorten(line, MAX_DETAIL_CHARS).replace(/\.$/, '');
  return {
    reason: reason ?? 'call_failed',
    title: `${title}${status}`,
    message: detail === '' ? `${says}.` : `${says}: ${detail}.`,
    help: `${help}${whenAgain(facts.retryAfterMs)}`,
  };
}

function whenAgain(retryAfterMs: number | undefined): string {
  if (retryAfterMs === undefined || retryAfterMs <= 0) return '';
  const minutes = Math.ceil(retryAfterMs / MINUTE_MS);
  return ` The provider asks to wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}
