import { CALL_ALLOWANCE_CHARS } from '../limits.js';
import type { Candidate } from '../model/finding.js';
import type { Page } from '../model/patch.js';
import type { ModelMessage } from '../ports/index.js';
import { type CallMeter, createCallMeter } from './call-meter.js';
import type { CallDeps, CallSpec } from './call-spec.js';
import { createDeadline, type Deadline } from './deadline.js';
import { createPageDesk, type PageDesk } from './page-desk.js';
import { createSender, type Sender } from './send-with-retries.js';

/** Everything that changes while a call goes on, in one place. */
export type CallState = {
  readonly spec: CallSpec;
  readonly deps: CallDeps;
  readonly desk: PageDesk;
  readonly meter: CallMeter;
  readonly deadline: Deadline;
  readonly sender: Sender;
  messages: readonly ModelMessage[];
  /** Largest request, in estimated tokens, since the endpoint has told its context; null before. */
  maxRequestTokens: number | null;
  maxAnswerTokens: number;
  toolCallsLeft: number;
  lastCheckedAtMs: number;
  hasShrunk: boolean;
  hasRaisedAnswer: boolean;
  hasRepaired: boolean;
  hasToldToSubmit: boolean;
  /** The pages that stood in the request which was answered last. */
  answeredPages: readonly Page[];
  /** What answers that were no review held all the same. */
  partial: readonly Candidate[];
  prose: string | null;
  modelId: string;
};

/** Begin a call: fresh history, its own allowance, meter and wall time. */
export function openCall(spec: CallSpec, deps: CallDeps): CallState {
  const meter = createCallMeter(deps.budget);
  const deadline = createDeadline(deps.clock, spec.limits.callTimeoutMs, deps.signal);
  return {
    spec,
    deps,
    meter,
    deadline,
    desk: createPageDesk(spec.prepared, CALL_ALLOWANCE_CHARS),
    sender: createSender({ ...deps, meter, deadline }),
    messages: [],
    maxRequestTokens: null,
    maxAnswerTokens: spec.limits.maxAnswerTokens,
    toolCallsLeft: spec.limits.maxToolCalls,
    lastCheckedAtMs: spec.lastCheckedAtMs,
    hasShrunk: false,
    hasRaisedAnswer: false,
    hasRepaired: false,
    hasToldToSubmit: false,
    answeredPages: [],
    partial: [],
    prose: null,
    modelId: deps.model.id,
  };
}
