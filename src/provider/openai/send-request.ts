import OpenAI from 'openai';
import type { ChatBody } from './build-body.js';
import type { Endpoint } from './endpoint.js';
import { NoAnswer } from './no-answer.js';

/** Resolves with the answer as it came, whatever its status. Rejects with `NoAnswer` when there is none. */
export type SendRequest = (body: ChatBody, signal: AbortSignal) => Promise<Response>;

/** The longest a timer can be set for: our own limits end a request, the SDK's never does. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** The SDK would tell every endpoint about the machine it runs on. */
const UNSAID = Object.fromEntries(
  ['lang', 'package-version', 'os', 'arch', 'runtime', 'runtime-version', 'retry-count', 'timeout'].map((what) => [
    `x-stainless-${what}`,
    null,
  ]),
);

/** The SDK puts requests together and sends them once. Statuses and bodies are read here: it keeps too little of them. */
export function createSendRequest(
  endpoint: Endpoint,
  connection: {
    readonly apiKey: string | null;
    readonly fetch: typeof fetch;
    readonly headers: Readonly<Record<string, string>>;
  },
): SendRequest {
  const client = new OpenAI({
    baseURL: endpoint.baseUrl,
    // The SDK insists on a key, and reads the environment for whatever is left out here.
    apiKey: connection.apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: NO_TIMEOUT_MS,
    logLevel: 'off',
    defaultQuery: { ...endpoint.query },
    defaultHeaders: {
      ...UNSAID,
      'User-Agent': 'plumbline',
      ...keyHeader(endpoint, connection.apiKey),
      ...connection.headers,
    },
    fetch: takeEveryStatus(connection.fetch),
    // A redirect would carry the change under review to an address nobody has named.
    fetchOptions: { redirect: 'manual' },
  });
  return async (body, signal) => {
    try {
      return await client.chat.completions.create(body, { signal }).asResponse();
    } catch (error) {
      throw error instanceof Error && error.cause instanceof NoAnswer ? error.cause : new NoAnswer(error);
    }
  };
}

function keyHeader(endpoint: Endpoint, apiKey: string | null): Record<string, string | null> {
  if (endpoint.keyHeader === 'api-key') return { Authorization: null, 'api-key': apiKey };
  return apiKey === null ? { Authorization: null } : {};
}

function takeEveryStatus(fetchAnswer: typeof fetch): typeof fetch {
  return async (input, init) => {
    try {
      const answer = await fetchAnswer(input, init);
      // The SDK reads the body of any answer that is not `ok` to its end, without bound, and keeps its `error` field alone.
      return Object.defineProperty(answer, 'ok', { value: true });
    } catch (error) {
      throw new NoAnswer(error);
    }
  };
}
