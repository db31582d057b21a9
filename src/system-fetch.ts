import type { RequestInit, fetch as UndiciFetch } from 'undici';
import type { Environment } from './environment.js';
import { proxyAddress } from './environment-values.js';

/** The one `fetch` of the process: through the usual proxy variables when one is set, Node's own otherwise. */
export async function createFetch(environment: Environment): Promise<typeof fetch> {
  const httpsProxy = environment.HTTPS_PROXY;
  const httpProxy = environment.HTTP_PROXY;
  if (httpsProxy === undefined && httpProxy === undefined) return fetch;
  const { EnvHttpProxyAgent, fetch: undiciFetch } = await import('undici');
  const dispatcher = new EnvHttpProxyAgent({
    ...(httpsProxy === undefined ? {} : { httpsProxy: proxyAddress(httpsProxy) }),
    ...(httpProxy === undefined ? {} : { httpProxy: proxyAddress(httpProxy) }),
    ...(environment.NO_PROXY === undefined ? {} : { noProxy: environment.NO_PROXY }),
  });
  const proxied = (input: Parameters<typeof UndiciFetch>[0], init?: RequestInit) =>
    undiciFetch(input, { ...init, dispatcher });
  return proxied as unknown as typeof fetch;
}
