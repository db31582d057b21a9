import {
  type Clock,
  type Log,
  ModelFailure,
  type ModelRequest,
  type ModelResponse,
  PlumblineError,
  type ReviewModel,
} from '../../review/index.js';
import { askEndpoint, type Connection, cancelled } from './ask-endpoint.js';
import { buildBody, type ChatBody, estimateInputTokens, protocolOf } from './build-body.js';
import { classifyFailure } from './classify-failure.js';
import { outputTokensOf } from './collect-answer.js';
import type { FailureScene } from './describe-failure.js';
import { describeEndpoint } from './endpoint.js';
import { createEndpointMemory, type EndpointMemory, type Form } from './endpoint-memory.js';
import { adaptForm } from './ladder.js';
import { isBrokenOff } from './map-finish-reason.js';
import { normalizeBaseUrl } from './normalize-base-url.js';
import type { Refusal } from './parse-refusal.js';
import type { Reading } from './read-stream.js';
import { createSendRequest } from './send-request.js';
import { toModelResponse } from './to-model-response.js';

export type OpenaiReviewModelOptions = {
  /** As a person wrote it, see `normalizeBaseUrl`. Null: OpenAI. */
  readonly baseUrl: string | null;
  /** Null for endpoints without a key. */
  readonly apiKey: string | null;
  /** On Azure the name of the deployment. */
  readonly model: string;
  /** Azure's `api-version`. */
  readonly apiVersion?: string | null;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly log?: Log;
  /** Sent with every request besides the usual ones. */
  readonly headers?: Readonly<Record<string, string>>;
};

type World = Connection & { readonly model: string; readonly memory: EndpointMemory; readonly log: Log | null };

/**
 * Create a model behind any OpenAI-compatible endpoint (chat completions). What the endpoint refuses of a request (tools, a JSON
 * form, a parameter) is left out and remembered for the life of the instance once it was answered without; nothing is retried
 * otherwise. Throws `environment_invalid` when the base URL or key cannot be used.
 */
export function createOpenaiReviewModel(options: OpenaiReviewModelOptions): ReviewModel {
  const endpoint = normalizeBaseUrl(options.baseUrl, { model: options.model, apiVersion: options.apiVersion ?? null });
  const apiKey = sendableKey(options.apiKey);
  const send = createSendRequest(endpoint, { apiKey, fetch: options.fetch, headers: options.headers ?? {} });
  const world: World = {
    endpoint,
    apiKey,
    send,
    clock: options.clock,
    model: options.model,
    memory: createEndpointMemory(),
    log: options.log ?? null,
  };
  return { id: options.model, respond: (request, signal) => respond(world, request, signal) };
}

async function respond(world: World, request: ModelRequest, signal: AbortSignal): Promise<ModelResponse> {
  for (let form = world.memory.current(); ; ) {
    if (signal.aborted) throw cancelled();
    const body = buildBody(request, form, { model: world.model, isOpenai: world.endpoint.isOpenai });
    request.onRequest({ inputTokens: estimateInputTokens(body) });
    const reading = await askEndpoint(world, body, request, signal);
    if (reading.kind === 'answer') {
      world.memory.keep(form);
      return finish(world, request, form, reading.answer);
    }
    form = nextForm(world, request, { form, body }, reading.refusal);
  }
}

/** The form to try next. Throws the failure when the refusal is not about the form. */
function nextForm(
  world: World,
  request: ModelRequest,
  sent: { readonly form: Form; readonly body: ChatBody },
  refusal: Refusal,
): Form {
  const failure = classifyFailure(refusal, sceneOf(world, request));
  const next = adaptForm(failure.kind, refusal, { ...sent, model: world.model });
  if (next === null) throw failure;
  const newest = [...next.adaptations].filter((adaptation) => !sent.form.adaptations.has(adaptation));
  world.log?.info(
    { endpoint: describeEndpoint(world.endpoint), model: world.model, adaptations: newest, outputCap: next.outputCap },
    'request-adapted',
  );
  return next;
}

function finish(
  world: World,
  request: ModelRequest,
  form: Form,
  answer: Extract<Reading, { kind: 'answer' }>['answer'],
): ModelResponse {
  if (isBrokenOff(answer.finish)) {
    const problem = `${describeEndpoint(world.endpoint)} broke off in the middle of an answer`;
    throw new ModelFailure('bad_response', problem, { outputTokens: outputTokensOf(answer) });
  }
  return toModelResponse(answer, { model: world.model, protocol: protocolOf(form), turn: request.messages.length });
}

function sceneOf(world: World, request: ModelRequest): FailureScene {
  return {
    endpoint: world.endpoint,
    model: world.model,
    apiKey: world.apiKey,
    prompt: request.messages.map((message) => message.text).join('\n'),
    nowMs: world.clock.now(),
  };
}

function sendableKey(apiKey: string | null): string | null {
  const key = apiKey?.trim() ?? '';
  if (/[^\x21-\x7e]/.test(key)) {
    throw new PlumblineError(
      'environment_invalid',
      { problem: 'OPENAI_API_KEY holds characters that no key has (a space, a line end, a letter beyond ASCII)' },
      { help: 'copy the key again, without quotes and line ends' },
    );
  }
  return key === '' ? null : key;
}
