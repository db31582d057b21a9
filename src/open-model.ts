import type { Environment } from './environment.js';
import { createOpenaiReviewModel } from './provider/openai/index.js';
import { type Clock, type Log, PlumblineError, type ReviewModel } from './review/index.js';

/** Build the model from the environment. Throws `environment_invalid` when none is named, or no endpoint can be meant. */
export function openModel(
  environment: Environment,
  world: { readonly fetch: typeof fetch; readonly clock: Clock; readonly log: Log },
  chosen: string | null = null,
): ReviewModel {
  const model = chosen ?? environment.PLUMBLINE_MODEL;
  if (model === undefined) {
    throw new PlumblineError(
      'environment_invalid',
      { problem: 'PLUMBLINE_MODEL is not set' },
      { help: 'name a model, for example PLUMBLINE_MODEL=gpt-5' },
    );
  }
  if (environment.OPENAI_API_KEY === undefined && environment.OPENAI_BASE_URL === undefined) {
    throw new PlumblineError(
      'environment_invalid',
      { problem: 'neither OPENAI_API_KEY nor OPENAI_BASE_URL is set' },
      { help: 'set OPENAI_API_KEY, or OPENAI_BASE_URL for an endpoint without a key' },
    );
  }
  return createOpenaiReviewModel({
    baseUrl: environment.OPENAI_BASE_URL ?? null,
    apiKey: environment.OPENAI_API_KEY ?? null,
    apiVersion: environment.OPENAI_API_VERSION ?? null,
    model,
    ...world,
  });
}
