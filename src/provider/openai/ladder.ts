import type { ModelFailureKind } from '../../review/index.js';
import { type ChatBody, protocolOf } from './build-body.js';
import { contextTokensIn, inputTokensIn } from './context-length.js';
import type { Adaptation, Form } from './endpoint-memory.js';
import type { Refusal } from './parse-refusal.js';

/** Below this, an answer cannot hold a review: the request itself has to shrink. */
const MIN_ANSWER_TOKENS = 1_024;
/** Servers count a few tokens more than they say. */
const ROOM_MARGIN_TOKENS = 64;
/** How much of a sentence is searched for the name of a parameter: behind it an echo of the prompt may stand. */
const LOOKED_AT_CHARS = 400;

type Sent = { readonly form: Form; readonly body: ChatBody; readonly model: string };
type Rule = { readonly names: RegExp; readonly adapt: (refusal: Refusal, sent: Sent) => Form | null };

/**
 * The next form to try after a refusal, or null when the refusal is not about the form. Each step takes something away for
 * good, so the ladder ends. The parameter is known from `param`; only a refusal without one is searched for a name, and then
 * only for parameters that were sent.
 */
export function adaptForm(kind: ModelFailureKind, refusal: Refusal, sent: Sent): Form | null {
  if (kind === 'context_length') return roomForAnswer(refusal, sent);
  if (kind !== 'invalid_request') return null;
  const searched = refusal.param ?? ownWords(refusal, sent.model);
  for (const rule of RULES) {
    const next = rule.names.test(searched) ? rule.adapt(refusal, sent) : null;
    if (next !== null) return next;
  }
  return null;
}

/** The beginning of the sentence without the model's name, which may hold any word and any number. */
function ownWords(refusal: Refusal, model: string): string {
  return (refusal.message ?? '').replaceAll(model, '').slice(0, LOOKED_AT_CHARS);
}

/** First match that has something to take away wins: the more particular names stand before the names they contain. */
const RULES: readonly Rule[] = [
  { names: /\bstream_options\b|\binclude_usage\b/, adapt: without('no_stream_options', (body) => body.stream_options) },
  { names: /\btemperature\b/i, adapt: without('no_temperature', (body) => body.temperature) },
  { names: /\bmax_(?:completion_)?tokens\b/, adapt: otherTokenLimit },
  {
    names: /\brole\b.*\bsystem\b|\bsystem\b.*\brole\b|^messages(?:\[\d+\]|\.\d+)\.role$/i,
    adapt: without('no_system_role', (body) => body.messages.find((message) => message.role === 'system')),
  },
  {
    names: /\bstrict\b|\bschema\b|\bparameters$/i,
    adapt: without('no_strict', (body) => (JSON.stringify(body).includes('"strict":true') ? true : undefined)),
  },
  {
    names: /\btools?\b|\btool_choice\b|\btool[ -](?:use|call)|\bfunction[ -]call/i,
    adapt: without('no_tools', (body) => body.tools),
  },
  { names: /response[_ -]?format|json_schema|json_object|structured output/i, adapt: nextJsonForm },
  { names: /\bstream(?:ing)?\b/i, adapt: without('no_stream', (body) => body.stream) },
];

function without(adaptation: Adaptation, sentPart: (body: ChatBody) => unknown): Rule['adapt'] {
  return (_refusal, { form, body }) => {
    const part = sentPart(body);
    return part === undefined || part === null ? null : withAdaptation(form, adaptation);
  };
}

function nextJsonForm(_refusal: Refusal, { form }: Sent): Form | null {
  const protocol = protocolOf(form);
  if (protocol === 'json_schema') return withAdaptation(form, 'no_json_schema');
  return protocol === 'json_object' ? withAdaptation(form, 'no_json_object') : null;
}

/** Too large: ask for what the endpoint says it can. Unknown by this name: take the other, and in the end none. */
function otherTokenLimit(refusal: Refusal, sent: Sent): Form | null {
  const { form, body } = sent;
  const asked = body.max_completion_tokens ?? body.max_tokens;
  if (asked === undefined || asked === null) return null;
  const cap = form.outputCap === null ? capIn(ownWords(refusal, sent.model), asked) : null;
  if (cap !== null) return { ...form, outputCap: cap };
  const hasTried = form.adaptations.has('other_token_limit');
  return withAdaptation(form, hasTried ? 'no_token_limit' : 'other_token_limit');
}

const SPEAKS_OF_A_BOUND = /\bat most\b|\bmaximum\b|\brange\b|\bup to\b|<=|>/i;
const SPEAKS_OF_THE_NAME = /\bnot supported\b|\bunsupported\b|\bunrecogni[sz]ed\b|\bunknown\b|\bnot permitted\b/i;

/** The largest number below what was asked for: `supports at most 4096 completion tokens, whereas you provided 16000`. */
function capIn(message: string, asked: number): number | null {
  if (!SPEAKS_OF_A_BOUND.test(message) || SPEAKS_OF_THE_NAME.test(message)) return null;
  const numbers = [...message.matchAll(/\d[\d,]*/g)].map(([digits]) => Number(digits.replaceAll(',', '')));
  const below = numbers.filter((value) => value >= MIN_ANSWER_TOKENS / 2 && value < asked);
  return below.length === 0 ? null : Math.max(...below);
}

/** The input fits and only the answer was asked for too long: ask for a shorter one, this once. */
function roomForAnswer(refusal: Refusal, { form, body }: Sent): Form | null {
  const asked = body.max_completion_tokens ?? body.max_tokens;
  const context = refusal.contextTokens ?? contextTokensIn(refusal.message);
  const input = inputTokensIn(refusal.message);
  if (form.roomCap !== null || !asked || typeof context !== 'number' || input === null) return null;
  const room = context - input - ROOM_MARGIN_TOKENS;
  return room >= MIN_ANSWER_TOKENS && room < asked ? { ...form, roomCap: room } : null;
}

function withAdaptation(form: Form, adaptation: Adaptation): Form {
  return { ...form, adaptations: new Set([...form.adaptations, adaptation]) };
}
