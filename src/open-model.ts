import type { Environment } from './environment.js';
import { createOpenaiReviewModel } from './provider/openai/index.js';
import { type Clock, type Log, PlumblineError, type ReviewModel } from './review/index.js';

const MISSING = {
  model: { problem: 'PLUMBLINE_MODEL is not set', help: 'name a model, for example PLUMBLINE_MODEL=gpt-5' },
  endpoint: {
    problem: 'neither OPENAI_API_KEY nor OPENAI_BASE_URL is set',
    help: 'set OPENAI_API_KEY, or OPENAI_BASE_URL for an endpoint without a key',
  },
} as const;

/**
 * Build the model from the environment; null when it names neither a model nor an endpoint: then none is meant, and static
 * checks alone read the change. Throws `environment_invalid` when one of the two is missing.
 */
export function openModel(
  environment: Environment,
  world: { readonly fetch: typeof fetch; readonly clock: Clock; readonly log: Log },
  chosen: string | null = null,
): ReviewModel | null {
  const model = chosen ?? environment.PLUMBLINE_MODEL;
  const hasEndpoint = environment.OPENAI_API_KEY !== undefined || environment.OPENAI_BASE_URL !== undefined;
  if (model === undefined) {
    if (hasEndpoint) throw missing('model');
    return null;
  }
  if (!hasEndpoint) throw missing('endpoint');
  return createOpenaiReviewModel({
    baseUrl: environment.OPENAI_BASE_URL ?? null,
    apiKey: environment.OPENAI_API_KEY ?? null,
    apiVersion: environment.OPENAI_API_VERSION ?? null,
    model,
    ...world,
  });
}

function missing(what: 'model' | 'endpoint'): PlumblineError {
  const { problem, help } = MISSING[what];
  return new PlumblineError('environment_invalid', { problem }, { help });
}
