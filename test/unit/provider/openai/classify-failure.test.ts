import { describe, expect, it } from '@jest/globals';
import { classifyFailure } from '../../../../src/provider/openai/classify-failure.js';
import { normalizeBaseUrl } from '../../../../src/provider/openai/index.js';
import { parseRefusal } from '../../../../src/provider/openai/parse-refusal.js';

const NOW_MS = Date.UTC(2026, 0, 1, 12, 0, 0);
const KEY = 'key-of-the-operator-4711';

type Said = {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly prompt?: string;
  readonly apiKey?: string | null;
  readonly baseUrl?: string;
};

function classify({
  status,
  body = '',
  headers = {},
  prompt = '',
  apiKey = KEY,
  baseUrl = 'https://llm.example.com',
}: Said) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return classifyFailure(parseRefusal({ status, text, headers: new Headers(headers) }), {
    endpoint: normalizeBaseUrl(baseUrl, { model: 'gpt-x' }),
    model: 'gpt-x',
    apiKey,
    prompt,
    nowMs: NOW_MS,
  });
}

const told = (message: string, more: object = {}) => ({ error: { message, ...more } });

describe('classifyFailure', () => {
  it.each([
    ['OpenAI wrong key', 401, told('Incorrect API key provided', { code: 'invalid_api_key' }), 'authentication'],
    ['a 401 without a body', 401, '', 'authentication'],
    ['a 401 that talks of a rate limit', 401, told('rate limit exceeded for quota of this model'), 'authentication'],
    [
      'Gemini wrong key in a list',
      400,
      [{ error: { code: 400, status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] } }],
      'authentication',
    ],
    ['OpenRouter without credit', 402, told('Insufficient credits', { code: 402 }), 'quota'],
    ['P35 a monthly quota', 402, told('You have exceeded your monthly quota', { code: 'quota_exceeded' }), 'quota'],
    [
      'G08 OpenAI without quota',
      429,
      told('You exceeded your current quota', { type: 'insufficient_quota', code: 'insufficient_quota' }),
      'quota',
    ],
    ['OpenAI without billing', 403, told('no billing', { code: 'billing_not_active' }), 'quota'],
    [
      'H05 OpenAI rate limit',
      429,
      told('Rate limit reached', { type: 'tokens', code: 'rate_limit_exceeded' }),
      'rate_limited',
    ],
    [
      'a rate limit whose message names the context and the quota',
      429,
      told('maximum context length is 8192, quota'),
      'rate_limited',
    ],
    ['a rate limit page', 429, '<html>slow down</html>', 'rate_limited'],
    ['a permission', 403, told('You do not have access'), 'permission'],
    ['OpenRouter moderation', 403, told('flagged', { code: 403, metadata: { reasons: ['violence'] } }), 'policy'],
    [
      'Azure content filter',
      400,
      told('The response was filtered', {
        code: 'content_filter',
        innererror: { code: 'ResponsibleAIPolicyViolation' },
      }),
      'policy',
    ],
    ['OpenAI policy', 400, told('limited access', { code: 'invalid_prompt' }), 'policy'],
    ['OpenAI unknown model', 404, told('The model does not exist', { code: 'model_not_found' }), 'unknown_model'],
    ['Azure unknown deployment', 404, told('does not exist', { code: 'DeploymentNotFound' }), 'unknown_model'],
    [
      'Ollama unknown model',
      404,
      told("model 'gpt-x' not found", { type: 'not_found_error', param: null, code: null }),
      'unknown_model',
    ],
    [
      'vLLM unknown model',
      404,
      { object: 'error', message: 'The model `gpt-x` does not exist.', type: 'NotFoundError', code: 404 },
      'unknown_model',
    ],
    ['a path that is not there', 404, { detail: 'Not Found' }, 'invalid_request'],
    ['a page that is not there', 404, '<html>404</html>', 'invalid_request'],
    ['a timeout at the server', 408, '', 'overloaded'],
    ['a lock', 409, told('locked'), 'overloaded'],
    [
      'T13 a body that is too large',
      413,
      told('Request too large for TPM', { code: 'rate_limit_exceeded' }),
      'context_length',
    ],
    [
      'a validation error',
      422,
      { detail: [{ loc: ['body', 'seed'], msg: 'extra', type: 'extra_forbidden' }] },
      'invalid_request',
    ],
    [
      'an invalid request',
      400,
      told('messages must not be empty', { type: 'invalid_request_error' }),
      'invalid_request',
    ],
    ['a redirect', 308, '', 'invalid_request'],
    ['not implemented', 501, '', 'invalid_request'],
    ['a server error', 500, told('oops', { type: 'server_error' }), 'overloaded'],
    ['a gateway as a page', 502, '<html>Bad Gateway</html>', 'bad_response'],
    ['unavailable', 503, 'upstream connect error', 'overloaded'],
    [
      'Anthropic overloaded',
      529,
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      'overloaded',
    ],
  ])('tells %s', (_case, status, body, kind) => {
    expect(classify({ status, body })).toMatchObject({ kind, facts: { status } });
  });

  it.each([
    [
      'OpenAI',
      told("This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.", {
        code: 'context_length_exceeded',
      }),
      8192,
    ],
    [
      'OpenAI without a number',
      told('Your input exceeds the context window of this model.', { code: 'context_length_exceeded' }),
      undefined,
    ],
    [
      'vLLM',
      {
        object: 'error',
        message: "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.",
        code: 400,
      },
      4096,
    ],
    [
      'vLLM by prompt',
      { message: 'The decoder prompt (length 40000) is longer than the maximum model length of 32768.' },
      32_768,
    ],
    [
      'llama.cpp',
      told('the request exceeds the available context size (4096 tokens), try increasing it', {
        type: 'exceed_context_size_error',
        n_prompt_tokens: 5000,
        n_ctx: 4096,
      }),
      4096,
    ],
    [
      'llama.cpp in words',
      told('the request exceeds the available context size. try increasing the context size'),
      undefined,
    ],
    [
      'Mistral',
      {
        object: 'error',
        message:
          'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      },
      32_768,
    ],
    [
      'Anthropic',
      {
        type: 'error',
        error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' },
      },
      200_000,
    ],
    [
      'Gemini',
      [
        {
          error: {
            code: 400,
            message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
            status: 'INVALID_ARGUMENT',
          },
        },
      ],
      1_048_576,
    ],
    [
      'OpenRouter',
      told("This endpoint's maximum context length is 32,768 tokens. However, you requested about 40000 tokens", {
        code: 400,
      }),
      32_768,
    ],
    [
      'LM Studio',
      {
        error:
          'Trying to keep the first 4634 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
      },
      4096,
    ],
  ])('T13: reads the context length of %s', (_case, body, contextTokens) => {
    const failure = classify({ status: 400, body });
    expect(failure.kind).toBe('context_length');
    expect(failure.facts.contextTokens).toBe(contextTokens);
  });

  it.each([
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': 'Thu, 01 Jan 2026 12:01:30 GMT' }, 90_000],
    [{ 'retry-after': 'Thu, 01 Jan 2026 11:00:00 GMT' }, 0],
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'x-ratelimit-reset-requests': '6m0s', 'x-ratelimit-remaining-requests': '0' }, 360_000],
    [
      {
        'x-ratelimit-reset-requests': '6m0s',
        'x-ratelimit-remaining-requests': '12',
        'x-ratelimit-reset-tokens': '120ms',
        'x-ratelimit-remaining-tokens': '0',
      },
      120,
    ],
    [{ 'x-ratelimit-reset': String(NOW_MS + 5_000) }, 5_000],
    [{ 'x-ratelimit-reset': String(NOW_MS / 1_000 + 5) }, 5_000],
    [{}, undefined],
  ])('Q26: reads the wait from %p', (headers, retryAfterMs) => {
    const { facts } = classify({ status: 429, headers: headers as Record<string, string> });
    expect(facts.retryAfterMs).toBe(retryAfterMs);
  });

  it('A13: shows the endpoint’s own words as the root cause, and masks the key in them', () => {
    const { message } = classify({ status: 401, body: told(`Incorrect API key provided: ${KEY}.`) });
    expect(message).toBe(
      'llm.example.com/v1 did not accept the API key (401); it says: "Incorrect API key provided: [masked]."',
    );
  });

  it('H05: says that no key is set only when none is', () => {
    expect(classify({ status: 401 }).message).not.toContain('none is set');
    expect(classify({ status: 401, apiKey: null }).message).toContain('asks for an API key, and none is set');
  });

  it('D01: points to deployment and api-version when Azure has nothing under the path', () => {
    const body = told('Resource not found', { code: '404' });
    const { message } = classify({ status: 404, body, baseUrl: 'https://r.openai.azure.com?api-version=2024-06-01' });
    expect(message).toContain('check the deployment and the api-version (404)');
  });

  it('bounds the quoted words, on one line and without control characters', () => {
    const { message } = classify({ status: 400, body: told(`a\n\u001b[31m${'b'.repeat(900)}`) });
    expect(message.length).toBeLessThan(320);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they must be gone
    expect(message).not.toMatch(/[\u0000-\u001f]/);
  });

  it('leaves the quote out when it repeats the prompt', () => {
    const prompt = 'Review this:\n  const password = readPasswordFrom(vault)\n';
    const body = told('cannot parse: const password = readPasswordFrom(vault)');
    expect(classify({ status: 400, body, prompt }).message).toBe(
      'llm.example.com/v1 refused the request as invalid (400)',
    );
  });

  it('tells the wait in seconds', () => {
    expect(classify({ status: 429, headers: { 'retry-after-ms': '1500' } }).message).toContain(
      'to be tried again in 2 s',
    );
  });
});
