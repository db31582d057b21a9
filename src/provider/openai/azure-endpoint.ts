import type { Endpoint } from './endpoint.js';

const AZURE_HOST =
  /\.(?:openai\.azure|cognitiveservices\.azure|services\.ai\.azure|openai\.azure\.us|openai\.azure\.cn)(?:\.com|\.us|\.cn)?$/;
/** The newest dated version that is generally available; used when a deployment is named without one. */
const DEFAULT_API_VERSION = '2024-10-21';

const DEPLOYMENT = /^(.*?\/openai\/deployments\/[^/]+)/;
const V1 = /^(.*?\/openai\/v1)(?:\/|$)/;
/** Whatever someone pasted behind the resource: a route, or nothing. */
const BEHIND_RESOURCE = /\/(?:openai|models|chat)(?:\/.*)?$/;

/** Azure by its host, by a deployment in the path, or because a version was given for a gateway before it. */
export function isAzure(url: URL, apiVersion: string | null): boolean {
  if (AZURE_HOST.test(url.hostname) || DEPLOYMENT.test(url.pathname)) return true;
  return apiVersion !== null && url.hostname !== 'api.openai.com' && !/\/v\d+(?:\/|$)/.test(url.pathname);
}

/**
 * Azure has two forms. Classic: `/openai/deployments/<deployment>?api-version=…`, chosen when the path names a deployment or a
 * version is given; the model's name is the deployment. Otherwise `/openai/v1`, which needs no version.
 */
export function azureEndpoint(url: URL, model: string, apiVersion: string | null): Endpoint {
  const query: Record<string, string> = Object.fromEntries(url.searchParams);
  const common = { keyHeader: 'api-key', isOpenai: true } as const;
  const path = url.pathname.replace(/\/+$/, '');
  const v1 = V1.exec(path)?.[1];
  const version = apiVersion ?? query['api-version'] ?? null;
  const resource = path.replace(BEHIND_RESOURCE, '');
  const deployment = DEPLOYMENT.exec(path)?.[1];
  if (v1 !== undefined || (deployment === undefined && version === null)) {
    return { ...common, kind: 'azure_v1', baseUrl: url.origin + (v1 ?? `${resource}/openai/v1`), query };
  }
  return {
    ...common,
    kind: 'azure_deployment',
    baseUrl: url.origin + (deployment ?? `${resource}/openai/deployments/${encodeURIComponent(model)}`),
    query: { ...query, 'api-version': version ?? DEFAULT_API_VERSION },
  };
}
