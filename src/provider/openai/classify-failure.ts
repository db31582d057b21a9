import { ModelFailure, type ModelFailureKind } from '../../review/index.js';
import { contextTokensIn } from './context-length.js';
import { describeFailure, type FailureScene } from './describe-failure.js';
import type { Refusal } from './parse-refusal.js';
import { retryAfterMs } from './retry-after.js';

/** Structured words that decide whatever the status: gateways put any status on them. First match wins. */
const BY_CODE: readonly (readonly [ModelFailureKind, ReadonlySet<string>])[] = [
  [
    'context_length',
    words('context_length_exceeded context_window_exceeded exceed_context_size_error prompt_too_long'),
  ],
  [
    'policy',
    words(
      'content_filter content_policy_violation responsibleaipolicyviolation content_policy moderation invalid_prompt',
    ),
  ],
  [
    'quota',
    words(
      'insufficient_quota billing_hard_limit_reached billing_not_active quota_exceeded monthly_quota_exceeded ' +
        'insufficient_credits insufficient_balance insufficient_funds billing_error credit_balance_too_low',
    ),
  ],
  [
    'unknown_model',
    words('model_not_found deploymentnotfound model_not_available unknown_model unknownmodel invalid_model'),
  ],
  [
    'authentication',
    words(
      'invalid_api_key api_key_invalid incorrect_api_key authentication_error invalid_authentication unauthenticated',
    ),
  ],
  ['rate_limited', words('rate_limit_exceeded rate_limit_error ratelimitreached too_many_requests resource_exhausted')],
  ['overloaded', words('overloaded_error engine_overloaded server_overloaded model_overloaded service_unavailable')],
];

const BY_STATUS: Readonly<Record<number, ModelFailureKind>> = {
  400: 'invalid_request',
  401: 'authentication',
  402: 'quota',
  403: 'permission',
  407: 'network',
  // A request that timed out at the server, or met a lock, or came too early: the same request may do better.
  408: 'overloaded',
  409: 'overloaded',
  // Bodies are a few hundred kilobytes: what is too large for the endpoint is too long for us to send.
  413: 'context_length',
  425: 'overloaded',
  429: 'rate_limited',
  498: 'overloaded',
  501: 'invalid_request',
  505: 'invalid_request',
};

/** Turn what the endpoint said into one failure, decided from code and status. The message is for people and holds no secret. */
export function classifyFailure(refusal: Refusal, scene: FailureScene): ModelFailure {
  const kind = kindOf(refusal, scene.model);
  const wait = retryAfterMs(refusal.headers, scene.nowMs);
  const context = kind === 'context_length' ? contextTokensOf(refusal) : undefined;
  return new ModelFailure(kind, describeFailure(kind, refusal, scene, wait), {
    ...(refusal.status === null ? {} : { status: refusal.status }),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
    ...(context === undefined ? {} : { contextTokens: context }),
  });
}

/** The kind alone. `model` is the configured name: a 404 that names it is about the model, any other about the path. */
export function kindOf(refusal: Refusal, model: string): ModelFailureKind {
  // 413 first: the code beside it is often the one of a rate that this request can never fit into.
  if (refusal.status === 413) return 'context_length';
  const coded = BY_CODE.find(([, codes]) => refusal.codes.some((code) => codes.has(code)));
  if (coded !== undefined) return coded[0];
  if (refusal.status === null) return 'bad_response';
  if (refusal.status === 404) return isAboutModel(refusal, model) ? 'unknown_model' : 'invalid_request';
  if (isOpenCause(refusal.status) && contextTokensIn(refusal.message) !== null) return 'context_length';
  return BY_STATUS[refusal.status] ?? byStatusClass(refusal);
}

function isOpenCause(status: number): boolean {
  return status === 400 || status === 422;
}

function isAboutModel(refusal: Refusal, model: string): boolean {
  return refusal.param === 'model' || (refusal.message ?? '').includes(model);
}

function byStatusClass(refusal: Refusal): ModelFailureKind {
  const status = refusal.status ?? 0;
  if (status >= 500) return refusal.isHtml ? 'bad_response' : 'overloaded';
  return status >= 300 ? 'invalid_request' : 'bad_response';
}

function contextTokensOf(refusal: Refusal): number | undefined {
  const told = refusal.contextTokens ?? contextTokensIn(refusal.message);
  return typeof told === 'number' ? told : undefined;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
