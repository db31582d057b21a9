/** What the stand-in answers to one request. Make them with the builders below; they are plain values and may be reused. */
export type ModelAnswer =
  | Completion
  | { readonly kind: 'http'; readonly status: number; readonly body: unknown; readonly headers: Record<string, string> }
  | { readonly kind: 'resets'; readonly afterBytes: number }
  | { readonly kind: 'stalls'; readonly afterBytes: number; readonly text: string | null }
  | { readonly kind: 'drips'; readonly everyMs: number }
  | { readonly kind: 'truncated' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'raw'; readonly contentType: string; readonly text: string }
  | { readonly kind: 'waits'; readonly until: Promise<unknown>; readonly then: ModelAnswer };

export type Usage = {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly cached_tokens?: number;
};
export type AnswerCall = { readonly name: string; readonly args: unknown; readonly id?: string };

export type Completion = {
  readonly kind: 'completion';
  readonly text: string;
  readonly reasoning: string;
  readonly refusal: string | null;
  readonly calls: readonly AnswerCall[];
  /** Told as JSON text when the request offers no tools. */
  readonly review: object | null;
  readonly finish: string | null;
  /** Null: none is told. Undefined: counted from the texts. */
  readonly usage?: Usage | null;
  /** Answered as one JSON text even when a stream was asked for. */
  readonly isPlain: boolean;
  readonly hasEmptyFrames: boolean;
};

const SILENCE: Completion = {
  kind: 'completion',
  text: '',
  reasoning: '',
  refusal: null,
  calls: [],
  review: null,
  finish: 'stop',
  isPlain: false,
  hasEmptyFrames: false,
};

/** A finding as a reviewer submits it; whatever is left out is filled with something valid. */
export type SubmittedFinding = Readonly<Record<string, unknown>> & { readonly path: string; readonly evidence: string };

/**
 * The model submits its review: a call of `submit_review`, or the same as JSON text when no tools were offered. Fields of the
 * envelope and of findings that are left out are filled with valid values, others are sent as given, also broken ones.
 */
export function submitsReview(
  review: Readonly<Record<string, unknown>> & { readonly findings?: readonly SubmittedFinding[] } = {},
): Completion {
  const findings = (review.findings ?? []).map((finding) => ({ ...PLAIN_FINDING, ...finding }));
  const envelope = { ...CLEAN_REVIEW, ...review, findings };
  return { ...SILENCE, review: envelope, finish: 'tool_calls' };
}

/** The model calls one tool; `args` as a string are sent verbatim. */
export function callsTool(name: string, args: unknown): Completion {
  return callsTools([{ name, args }]);
}

/** The model calls several tools in one answer. */
export function callsTools(calls: readonly AnswerCall[]): Completion {
  return { ...SILENCE, calls, finish: 'tool_calls' };
}

/** The model answers in words. */
export function says(text: string): Completion {
  return { ...SILENCE, text };
}

/** The model refuses in the `refusal` field. */
export function refuses(text: string): Completion {
  return { ...SILENCE, refusal: text };
}

/** The answer is cut at the token limit: `finish_reason: length`. */
export function cutByLength(text: string): Completion {
  return { ...SILENCE, text, finish: 'length' };
}

/** The endpoint's filter ends the answer: `finish_reason: content_filter`. */
export function contentFilter(text = ''): Completion {
  return { ...SILENCE, text, finish: 'content_filter' };
}

/** All tokens went into reasoning: no text, `finish_reason: length`. */
export function reasoningOnly(reasoning = 'Let me think about this change.'): Completion {
  return { ...SILENCE, reasoning, finish: 'length' };
}

/** Words behind a `<think>` block, as small open models answer. */
export function withThink(text: string, thought = 'Perhaps {"findings": [...]} would do.'): Completion {
  return { ...SILENCE, text: `<think>\n${thought}\n</think>\n\n${text}` };
}

/** Answer as one JSON text even though a stream was asked for. */
export function plainJsonDespiteStream(answer: Completion = submitsReview()): Completion {
  return { ...answer, isPlain: true };
}

/** The stream holds comments, `data:` without a value and frames without choices between the others. */
export function emptySseFrames(answer: Completion = submitsReview()): Completion {
  return { ...answer, hasEmptyFrames: true };
}

/** Tell this usage instead of a counted one; null tells none. */
export function withUsage(answer: Completion, usage: Usage | null): Completion {
  return { ...answer, usage };
}

/** Another status. An object is sent as JSON, a string as HTML. */
export function httpError(status: number, body: unknown = {}, headers: Record<string, string> = {}): ModelAnswer {
  return { kind: 'http', status, body, headers };
}

/** The socket is destroyed, before anything is answered or after so many bytes of a stream. */
export function resets(afterBytes = 0): ModelAnswer {
  return { kind: 'resets', afterBytes };
}

/** So many bytes of a stream come (0: not even the headers), then nothing more; the connection stays open. `text`: of these events. */
export function stallsAfter(bytes: number, text: string | null = null): ModelAnswer {
  return { kind: 'stalls', afterBytes: bytes, text };
}

/** A stream that goes on for ever, a comment every `everyMs`: it is never idle and never done. */
export function drips(everyMs = 20): ModelAnswer {
  return { kind: 'drips', everyMs };
}

/** A stream that ends properly in the middle of an answer: no finish reason, no `[DONE]`. */
export function truncatedStream(): ModelAnswer {
  return { kind: 'truncated' };
}

/** 200 with an event stream of no bytes. */
export function emptyStream(): ModelAnswer {
  return { kind: 'empty' };
}

/** A web page where an answer belongs, as a captive portal or a gateway sends it. */
export function htmlPage(status = 200): ModelAnswer {
  return httpError(
    status,
    '<!DOCTYPE html><html><head><title>Welcome</title></head><body>Please log in.</body></html>',
  );
}

/** Any bytes with status 200. */
export function rawBody(text: string, contentType = 'text/event-stream'): ModelAnswer {
  return { kind: 'raw', contentType, text };
}

/** Answer only once the promise has settled: to look at a review while it runs. */
export function waitsFor(until: Promise<unknown>, then: ModelAnswer = submitsReview()): ModelAnswer {
  return { kind: 'waits', until, then };
}

const CLEAN_REVIEW = {
  summary: 'The change does what it says.',
  assessed: true,
  findings: [],
  remediation: [],
  notes: [],
  residual_risk: [],
  verdict: 'correct',
  verdict_confidence: 0.9,
};

const PLAIN_FINDING = {
  severity: 'medium',
  confidence: 0.8,
  category: 'correctness',
  start_line: null,
  end_line: null,
  title: 'A value is used before it is checked',
  body: 'The value may be missing here, and the next line reads a property of it.',
  trigger: null,
  suggestion: null,
  rule: null,
  claims: [],
};
