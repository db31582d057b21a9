import { PlumblineError } from '../../review/index.js';
import { azureEndpoint, isAzure } from './azure-endpoint.js';
import type { Endpoint } from './endpoint.js';

const OPENAI = 'https://api.openai.com/v1';

/** What people paste after the base: routes of the interface, and of the native interface of Ollama. */
const PASTED_ROUTE = /\/(?:chat\/completions|completions|responses|embeddings|models|chat|generate)$/;
const VERSION = /\/v\d+[a-z\d.]*(?=\/|$)/;
const LOCAL_HOST = /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[|host\.docker\.internal)/;

/** Endpoints whose path carries no version, or not `/v1` at the root. Host (or its end) → path. */
const KNOWN_PATHS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\.)openrouter\.ai$/, '/api/v1'],
  [/^api\.groq\.com$/, '/openai/v1'],
  [/^api\.perplexity\.ai$/, ''],
  [/^models\.github\.ai$/, '/inference'],
  [/^models\.inference\.ai\.azure\.com$/, ''],
  [/^api\.githubcopilot\.com$/, ''],
  [/\.(?:cloud\.databricks|azuredatabricks)\.(?:com|net)$/, '/serving-endpoints'],
];

/**
 * Turn what a person wrote as base URL into where requests go. Understood: nothing (OpenAI), a missing scheme, a missing `/v1`,
 * a pasted `/chat/completions`, trailing slashes, a query (kept), Azure in its classic and its `/openai/v1` form.
 * Throws `environment_invalid` when no http address can be meant, or when it holds a password.
 */
export function normalizeBaseUrl(
  baseUrl: string | null,
  options: { readonly model: string; readonly apiVersion?: string | null },
): Endpoint {
  const written = baseUrl?.trim() ?? '';
  const url = parse(written === '' ? OPENAI : written);
  const apiVersion = options.apiVersion?.trim() || null;
  if (isAzure(url, apiVersion)) return azureEndpoint(url, options.model, apiVersion);
  return {
    kind: 'openai',
    baseUrl: url.origin + versionedPath(url),
    query: Object.fromEntries(url.searchParams),
    keyHeader: 'bearer',
    isOpenai: url.hostname === 'api.openai.com',
  };
}

function parse(written: string): URL {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(written)
    ? written
    : `${LOCAL_HOST.test(written) ? 'http' : 'https'}://${written}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    // The value itself stays unsaid: a key pasted into the wrong variable would be shown.
    throw new PlumblineError(
      'environment_invalid',
      { problem: 'OPENAI_BASE_URL is not an http or https address' },
      { help: 'write it like https://api.openai.com/v1 or http://localhost:11434/v1' },
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new PlumblineError(
      'environment_invalid',
      { problem: 'OPENAI_BASE_URL holds a user name or password' },
      { help: 'put the key into OPENAI_API_KEY and leave it out of the address' },
    );
  }
  return url;
}

function versionedPath(url: URL): string {
  const path = url.pathname.replace(/\/+$/, '').replace(/\/{2,}/g, '/');
  const base = path.replace(PASTED_ROUTE, '');
  if (VERSION.test(base)) return base;
  const known = KNOWN_PATHS.find(([host]) => host.test(url.hostname));
  if (known !== undefined) return known[1];
  // Whoever pasted a whole address below some folder has seen it work: it is taken by its word.
  if (base !== path && base !== '' && !isNativeOllama(url, base)) return base;
  return base === '' || isNativeOllama(url, base) ? '/v1' : `${base}/v1`;
}

function isNativeOllama(url: URL, base: string): boolean {
  return url.port === '11434' && base === '/api';
}
