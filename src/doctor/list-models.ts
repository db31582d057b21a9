import { z } from 'zod';
import type { Endpoint } from '../provider/openai/index.js';
import type { DoctorWorld } from './doctor-world.js';
import { describeNetworkFailure } from './network-failure.js';

export type ListedModel = {
  readonly id: string;
  /** In tokens; null when the endpoint does not tell. */
  readonly contextTokens: number | null;
};

export type ModelList =
  | { readonly kind: 'listed'; readonly models: readonly ListedModel[] }
  /** It answered, but with no list. */
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'silent'; readonly reason: string }
  /** The list would not tell: Azure lists what it sells, not the deployments. */
  | { readonly kind: 'none' };

/** The longest lists have a few megabytes. */
const MAX_LIST_BYTES = 16_000_000;

const size = z.number().int().positive().nullish().catch(null);
const listed = z.looseObject({
  id: z.string().nullish().catch(null),
  name: z.string().nullish().catch(null),
  // Each server has its own word for it.
  context_length: size,
  max_model_len: size,
  context_window: size,
  max_context_length: size,
});

/** Ask an endpoint which models it has. Never rejects. */
export async function listModels(endpoint: Endpoint, apiKey: string | null, world: DoctorWorld): Promise<ModelList> {
  if (endpoint.kind !== 'openai') return { kind: 'none' };
  const limit = AbortSignal.timeout(world.timeLimitMs);
  const query = new URLSearchParams(endpoint.query).toString();
  try {
    const response = await world.fetch(`${endpoint.baseUrl}/models${query === '' ? '' : `?${query}`}`, {
      headers: {
        accept: 'application/json',
        'user-agent': 'plumbline',
        ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      // A key goes to the address it was given for, and to no other.
      redirect: 'manual',
      signal: AbortSignal.any([world.signal, limit]),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return { kind: 'refused', status: response.status };
    }
    const models = modelsIn(parse(await readBounded(response)));
    return models === null ? { kind: 'refused', status: response.status } : { kind: 'listed', models };
  } catch (error) {
    return { kind: 'silent', reason: describeNetworkFailure(error, { signal: limit, ms: world.timeLimitMs }) };
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_LIST_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Under `data` or `models`, or the list itself. */
function modelsIn(body: unknown): readonly ListedModel[] | null {
  const { data, models } = (body ?? {}) as { data?: unknown; models?: unknown };
  const list = [data, models, body].find(Array.isArray);
  if (list === undefined) return null;
  return list.flatMap((entry: unknown) => {
    const parsed = listed.safeParse(entry);
    const id = parsed.data?.id ?? parsed.data?.name;
    if (!parsed.success || id == null) return [];
    const {
      context_length: length,
      context_window: window,
      max_context_length: longest,
      max_model_len: most,
    } = parsed.data;
    return [{ id, contextTokens: length ?? most ?? window ?? longest ?? null }];
  });
}
