import { type ModelAnswer, submitsReview } from './answers.js';
import { findQuirk, type Quirk } from './quirks.js';
import { type Heard, listen, type Reply } from './server.js';
import { type ChatRequest, findProblem, type Problem } from './validate.js';

export * from './answers.js';
export type { Quirk } from './quirks.js';
export type { ChatRequest } from './validate.js';

export type ModelStandInOptions = {
  /** `openai`: `/v1/…`, bearer key, errors with `param` and `code`. `azure`: both Azure forms, `api-key`, errors with `code` only. `ollama`: `/v1/…`, no key, errors in words only. Default `openai`. */
  readonly style?: 'openai' | 'azure' | 'ollama';
  /** The key that is asked for. Default: any or none is taken. */
  readonly apiKey?: string;
  /** The models (on Azure: deployments) it has. Default: every name. */
  readonly models?: readonly string[];
  /** What it tells of each model besides its name, in the words of the server it stands for (`{ max_model_len: 8192 }`). */
  readonly modelFacts?: Readonly<Record<string, unknown>>;
  /** False: `GET …/models` is 404, as on endpoints without a list. Default true. */
  readonly hasModelList?: boolean;
  /** Parts of the interface it refuses with a 400. */
  readonly refuses?: readonly Quirk[];
  /** Whether fields OpenAI does not know are refused. Default true. */
  readonly refusesUnknownFields?: boolean;
};

/** A chat completion request as it was heard. */
export type HeardRequest = {
  readonly path: string;
  readonly headers: Heard['headers'];
  readonly body: ChatRequest;
};

export type ModelStandIn = {
  /** Give this to the product as base URL. With style `azure` the bare resource (set an api-version too, so that it is taken for Azure), else with `/v1`. */
  readonly baseUrl: string;
  readonly origin: string;
  /** Every chat completion request in order of arrival, refused ones included. */
  readonly requests: readonly HeardRequest[];
  /** Requests OpenAI itself would have refused (not quirks, keys or models). Expect it to be empty at the end of a test. */
  readonly problems: readonly Problem[];
  /** Answer the next requests with these, in order. Replaces what was left of an earlier script. */
  readonly script: (answers: readonly ModelAnswer[]) => void;
  /** Decide every answer from the request; `index` counts the requests that got as far as an answer, from 0. Undefined: the script, then a clean review. */
  readonly respondWith: (decide: (request: ChatRequest, index: number) => ModelAnswer | undefined) => void;
  /** Ends open connections too. */
  readonly close: () => Promise<void>;
};

/**
 * Start a model endpoint on the loopback: `POST …/chat/completions` (streaming or not) and `GET …/models`.
 *
 * ```ts
 * const model = await startModelStandIn();
 * model.script([callsTool('get_file_diff', { path: 'a.ts', cursor: null }), submitsReview({ findings: [aFinding] })]);
 * // … run the product with OPENAI_BASE_URL=model.baseUrl …
 * expect(model.requests).toHaveLength(2);
 * expect(model.problems).toEqual([]);
 * await model.close();
 * ```
 *
 * Requests are validated as OpenAI validates them and refused with its words; such refusals, and those of keys, models and
 * quirks, use up no scripted answer. Without a script, or behind its end, the answer is a clean review.
 */
export async function startModelStandIn(options: ModelStandInOptions = {}): Promise<ModelStandIn> {
  const requests: HeardRequest[] = [];
  const problems: Problem[] = [];
  let scripted: ModelAnswer[] = [];
  let decide: (request: ChatRequest, index: number) => ModelAnswer | undefined = () => undefined;
  let answered = 0;

  function reply(heard: Heard): Reply {
    const url = new URL(heard.path, 'http://stand-in');
    const route = routeOf(url, options.style ?? 'openai');
    if (route === null) return notFound(options.style ?? 'openai', heard);
    if (!isAllowed(heard, options)) return refusal(options, 401, WRONG_KEY);
    if (heard.method === 'GET' && route.name === 'models' && options.hasModelList !== false)
      return { kind: 'json', status: 200, body: modelList(options) };
    if (heard.method !== 'POST' || route.name !== 'chat') return notFound(options.style ?? 'openai', heard);
    const request = heard.body as ChatRequest;
    requests.push({ path: heard.path, headers: heard.headers, body: request });
    const problem = findProblem(heard.body, options.refusesUnknownFields ?? true);
    if (problem !== null) {
      problems.push(problem);
      return refusal(options, 400, problem);
    }
    const wanted = route.deployment ?? request.model;
    if (options.models !== undefined && !options.models.includes(wanted))
      return refusal(options, 404, noModel(wanted, options));
    const quirk = findQuirk(request, options.refuses ?? []);
    if (quirk !== null) return refusal(options, 400, quirk);
    const index = answered++;
    return { kind: 'answer', answer: decide(request, index) ?? scripted.shift() ?? submitsReview(), request, index };
  }

  const server = await listen(reply);
  return {
    baseUrl: options.style === 'azure' ? server.origin : `${server.origin}/v1`,
    origin: server.origin,
    requests,
    problems,
    script: (answers) => {
      scripted = [...answers];
    },
    respondWith: (decider) => {
      decide = decider;
    },
    close: server.close,
  };
}

type Route = { readonly name: 'chat' | 'models'; readonly deployment?: string };

function routeOf(url: URL, style: 'openai' | 'azure' | 'ollama'): Route | null {
  const name = url.pathname.endsWith('/chat/completions') ? 'chat' : 'models';
  if (style !== 'azure')
    return /^(?:\/api|\/openai)?\/v1\/(?:chat\/completions|models)$/.test(url.pathname) ? { name } : null;
  if (/^\/openai\/v1\/(?:chat\/completions|models)$/.test(url.pathname)) return { name };
  const deployment = /^\/openai\/deployments\/([^/]+)\/chat\/completions$/.exec(url.pathname)?.[1];
  const isComplete = deployment !== undefined && url.searchParams.get('api-version') !== null;
  return isComplete ? { name, deployment: decodeURIComponent(deployment) } : null;
}

const WRONG_KEY: Problem = {
  param: '',
  message: 'Incorrect API key provided: sk-wrong******************0000.',
  code: 'invalid_api_key',
};

function isAllowed(heard: Heard, options: ModelStandInOptions): boolean {
  if (options.apiKey === undefined) return true;
  if (options.style === 'azure') return heard.headers['api-key'] === options.apiKey;
  return heard.headers.authorization === `Bearer ${options.apiKey}`;
}

function noModel(name: string, options: ModelStandInOptions): Problem {
  if (options.style === 'azure') {
    return { param: '', message: 'The API deployment for this resource does not exist.', code: 'DeploymentNotFound' };
  }
  return {
    param: 'model',
    message: `The model \`${name}\` does not exist or you do not have access to it.`,
    code: 'model_not_found',
  };
}

/** Errors as each kind of endpoint words them: Ollama tells the cause in words alone. */
function refusal(options: ModelStandInOptions, status: number, problem: Problem): Reply {
  const { message, param, code } = problem;
  const style = options.style ?? 'openai';
  if (style === 'azure')
    return { kind: 'json', status, body: { error: { code: code ?? 'BadRequest', message, param: param || null } } };
  const told = style === 'ollama' ? { param: null, code: null } : { param: param || null, code: code ?? null };
  return { kind: 'json', status, body: { error: { message, type: 'invalid_request_error', ...told } } };
}

function notFound(style: 'openai' | 'azure' | 'ollama', heard: Heard): Reply {
  if (style === 'azure')
    return { kind: 'json', status: 404, body: { error: { code: '404', message: 'Resource not found' } } };
  if (style === 'ollama') return { kind: 'text', status: 404, text: '404 page not found' };
  const message = `Invalid URL (${heard.method} ${heard.path})`;
  return {
    kind: 'json',
    status: 404,
    body: { error: { message, type: 'invalid_request_error', param: null, code: null } },
  };
}

function modelList(options: ModelStandInOptions): object {
  const ids = options.models ?? ['stand-in'];
  return {
    object: 'list',
    data: ids.map((id) => ({
      id,
      object: 'model',
      created: 1_700_000_000,
      owned_by: 'stand-in',
      ...options.modelFacts,
    })),
  };
}
