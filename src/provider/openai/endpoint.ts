/** Where requests go. */
export type Endpoint = {
  readonly kind: 'openai' | 'azure_deployment' | 'azure_v1';
  /** Without trailing slash and query; `/chat/completions` is put behind it. */
  readonly baseUrl: string;
  readonly query: Readonly<Record<string, string>>;
  readonly keyHeader: 'bearer' | 'api-key';
  /** OpenAI's own service or Azure's: only there `max_completion_tokens` is the name to begin with. */
  readonly isOpenai: boolean;
};

/** Name an endpoint for people: host and path, and `api-version` on Azure. Never a key, never another query value. */
export function describeEndpoint(endpoint: Endpoint): string {
  const address = endpoint.baseUrl.replace(/^https?:\/\//, '');
  const version = endpoint.query['api-version'];
  if (endpoint.kind === 'openai') return address;
  return version === undefined ? `${address} (Azure)` : `${address} (Azure, api-version ${version})`;
}
