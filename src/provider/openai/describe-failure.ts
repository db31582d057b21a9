import { type ModelFailureKind, maskSecrets, shorten } from '../../review/index.js';
import type { Endpoint } from './endpoint.js';
import { describeEndpoint } from './endpoint.js';
import type { Refusal } from './parse-refusal.js';

/** What a sentence about a failure needs to know. `prompt` is only compared with, never shown. */
export type FailureScene = {
  readonly endpoint: Endpoint;
  readonly model: string;
  readonly apiKey: string | null;
  readonly prompt: string;
  readonly nowMs: number;
};

const MAX_QUOTE_CHARS = 200;
/** So many equal characters in a row are not chance: the endpoint repeats what it was sent. */
const ECHO_CHARS = 24;

type Sentence = (where: string, scene: FailureScene, refusal: Refusal) => string;

const SENTENCES: Readonly<Record<ModelFailureKind, Sentence>> = {
  authentication: (where, { apiKey }) =>
    apiKey === null ? `${where} asks for an API key, and none is set` : `${where} did not accept the API key`,
  permission: (where, { model }) => `${where} does not let this key use "${model}"`,
  quota: (where) => `the quota or credit at ${where} is used up`,
  unknown_model: (where, { model, endpoint }) =>
    endpoint.kind === 'openai' ? `${where} has no model "${model}"` : `${where} has no deployment "${model}"`,
  invalid_request: (where, scene, refusal) => invalidRequest(where, scene, refusal),
  policy: (where) => `the content policy of ${where} refused the request`,
  context_length: (where, { model }) => `the request is longer than "${model}" at ${where} takes`,
  prompt_cut: (where) => `${where} did not read the whole request`,
  rate_limited: (where) => `${where} limits the rate of requests`,
  overloaded: (where) => `${where} could not serve the request`,
  bad_response: (where, _scene, refusal) =>
    refusal.isHtml ? `${where} sent a web page instead of an answer` : `${where} broke off with an error`,
  network: (where) => `the connection to ${where} failed`,
  stalled: (where) => `${where} sent nothing more`,
  cancelled: () => 'the request was cancelled',
};

/** One sentence for a person: what happened, the status, the wait that was asked for, and the endpoint's own words, bounded. */
export function describeFailure(
  kind: ModelFailureKind,
  refusal: Refusal,
  scene: FailureScene,
  waitMs: number | undefined,
): string {
  const where = describeEndpoint(scene.endpoint);
  const status = refusal.status === null ? '' : ` (${refusal.status})`;
  const wait = waitMs === undefined ? '' : `, to be tried again in ${Math.ceil(waitMs / 1_000)} s`;
  const quote = quoteOf(refusal.message, scene);
  const said = quote === '' ? '' : `; it says: "${quote}"`;
  return maskSecrets(`${SENTENCES[kind](where, scene, refusal)}${status}${wait}${said}`, secretsOf(scene));
}

/** Mask a text with the known key, and put it on one line of bounded length. */
export function toSafeLine(text: string, apiKey: string | null): string {
  const line = maskSecrets(text, apiKey === null ? [] : [apiKey])
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to go
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ')
    .trim();
  return shorten(line, MAX_QUOTE_CHARS);
}

function invalidRequest(where: string, { endpoint }: FailureScene, refusal: Refusal): string {
  const status = refusal.status ?? 0;
  if (status === 404) {
    const hint = endpoint.kind === 'azure_deployment' ? 'the deployment and the api-version' : 'the base URL';
    return `${where} has nothing under this path, check ${hint}`;
  }
  if (status >= 300 && status < 400) return `${where} redirects elsewhere, set the base URL to the final address`;
  return `${where} refused the request as invalid`;
}

function quoteOf(message: string | null, scene: FailureScene): string {
  const line = toSafeLine(message ?? '', scene.apiKey);
  return echoes(line, scene.prompt) ? '' : line;
}

/** Whether a part of the prompt stands in the line. Whitespace is evened out on both sides. */
function echoes(line: string, prompt: string): boolean {
  const evenPrompt = prompt.replace(/\s+/g, ' ');
  for (let start = 0; start + ECHO_CHARS <= line.length; start += 1) {
    if (evenPrompt.includes(line.slice(start, start + ECHO_CHARS))) return true;
  }
  return false;
}

function secretsOf(scene: FailureScene): readonly string[] {
  return scene.apiKey === null ? [] : [scene.apiKey];
}
