import { z } from 'zod';

/** What an endpoint said instead of an answer, reduced to its structured parts and one sentence. */
export type Refusal = {
  /** HTTP status, or the one told in the body of a 200; null when none was told. */
  readonly status: number | null;
  /** Every structured word of the body that tells a cause (code, type, reason…), lower case. */
  readonly codes: readonly string[];
  /** The parameter the endpoint named, e.g. `tools[0].function.parameters`. */
  readonly param: string | null;
  /** The endpoint's own sentence. Untrusted, may hold a key or echo the prompt. */
  readonly message: string | null;
  readonly isHtml: boolean;
  /** Context size told as a field, in tokens. */
  readonly contextTokens: number | null;
  readonly headers: Pick<Headers, 'get'>;
};

const word = z.union([z.string(), z.number()]).nullish().catch(null);
const detail = z.looseObject({ reason: word, retryDelay: word, loc: z.array(word).nullish().catch(null), msg: word });
const errorSchema = z.looseObject({
  message: word,
  msg: word,
  code: word,
  type: word,
  status: word,
  param: word,
  detail: z
    .union([z.string(), z.array(detail)])
    .nullish()
    .catch(null),
  details: z.array(detail).nullish().catch(null),
  innererror: z.looseObject({ code: word }).nullish().catch(null),
  metadata: z
    .looseObject({ reasons: z.array(z.string()).nullish().catch(null) })
    .nullish()
    .catch(null),
  n_ctx: z.number().nullish().catch(null),
});
type VendorError = z.infer<typeof errorSchema>;

const NO_HEADERS = new Headers();

/** Read what a status other than 2xx came with. */
export function parseRefusal(answer: { status: number; text: string; headers: Pick<Headers, 'get'> }): Refusal {
  const body = parseJson(answer.text);
  const isHtml = body === undefined && /^\s*</.test(answer.text);
  const parsed = body === undefined ? null : toRefusal(body);
  const plain = isHtml || answer.text.trim() === '' || parsed !== null ? null : answer.text;
  return {
    ...(parsed ?? { codes: [], param: null, message: plain, contextTokens: null }),
    status: answer.status,
    isHtml,
    headers: answer.headers,
  };
}

/** Find an error told in the body of a 200 or in a frame of a stream; null when the body is no error. */
export function readErrorIn(body: unknown): Refusal | null {
  if (!isObject(body)) return Array.isArray(body) ? readErrorIn(body[0]) : null;
  const hasError = body.error !== undefined && body.error !== null && body.error !== '';
  if (!hasError && body.object !== 'error' && body.type !== 'error') return null;
  const parsed = toRefusal(body);
  const told = parsed.codes.map(Number).find((code) => Number.isInteger(code) && code >= 400 && code < 600);
  return { ...parsed, status: told ?? null, isHtml: false, headers: NO_HEADERS };
}

function toRefusal(body: unknown): Pick<Refusal, 'codes' | 'param' | 'message' | 'contextTokens'> {
  const errors = errorsIn(body);
  const details = errors.flatMap(detailsOf);
  const codes = errors.flatMap((error) => [error.code, error.type, error.status, error.innererror?.code]);
  const isModerated = errors.some((error) => (error.metadata?.reasons ?? []).length > 0);
  return {
    codes: [...codes, ...details.map((one) => one.reason), isModerated ? 'moderation' : null]
      .map((code) => String(code ?? '').toLowerCase())
      .filter((code) => code !== ''),
    param: first(errors.map((error) => error.param)) ?? locationOf(details),
    message: first([
      ...errors.flatMap((error) => [error.message, error.msg, plainDetail(error)]),
      ...details.map((one) => one.msg),
    ]),
    contextTokens: errors.find((error) => error.n_ctx)?.n_ctx ?? null,
  };
}

/** The error stands under `error`, in a list, as plain text under `error`, or is the body itself: outermost last. */
function errorsIn(body: unknown): readonly VendorError[] {
  const outer = Array.isArray(body) ? body[0] : body;
  if (!isObject(outer)) return [];
  const list = Array.isArray(outer.errors) ? outer.errors[0] : undefined;
  const inner = outer.error ?? list;
  const asObject = typeof inner === 'string' ? { message: inner } : inner;
  return [asObject, outer].filter(isObject).map((error) => errorSchema.parse(error));
}

function detailsOf(error: VendorError) {
  return [...(error.details ?? []), ...(Array.isArray(error.detail) ? error.detail : [])];
}

function plainDetail(error: VendorError): string | null {
  return typeof error.detail === 'string' ? error.detail : null;
}

/** Servers built on validation libraries name the field as a path: `["body", "tools", 0, "function", "strict"]`. */
function locationOf(details: readonly z.infer<typeof detail>[]): string | null {
  const path = details.find((one) => one.loc)?.loc?.filter((part) => part !== 'body');
  return path === undefined || path.length === 0 ? null : path.join('.');
}

function first(candidates: readonly (string | number | null | undefined)[]): string | null {
  const found = candidates.find((candidate) => candidate !== null && candidate !== undefined && candidate !== '');
  return found === undefined || found === null ? null : String(found);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
