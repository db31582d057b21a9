import type { Environment } from './environment.js';
import { createOpenaiReviewModel } from './provider/openai/index.js';
import { type Clock, type Log, PlumblineError, type ReviewModel } from './review/index.js';

/** Build the model from the environment. Throws `environment_invalid` that tells together that none is named and that no endpoint can be meant. */
export function openModel(
  environment: Environment,
  world: { readonly fetch: typeof fetch; readonly clock: Clock; readonly log: Log },
  chosen: string | null = null,
): ReviewModel {
  const model = chosen ?? environment.PLUMBLINE_MODEL;
  const hasEndpoint = environment.OPENAI_API_KEY !== undefined || environment.OPENAI_BASE_URL !== undefined;
  if (model === undefined || !hasEndpoint) throw missing(model === undefined, !hasEndpoint);
  return createOpenaiReviewModel({
    baseUrl: environment.OPENAI_BASE_URL ?? null,
    apiKey: environment.OPENAI_API_KEY ?? null,
    apiVersion: environment.OPENAI_API_VERSION ?? null,
    model,
    ...world,
  });
}

function missing(isModelMissing: boolean, isEndpointMissing: boolean): PlumblineError {
  const problems = [
    ...(isModelMissing ? ['PLUMBLINE_MODEL is not set'] : []),
    ...(isEndpointMissing ? ['neither OPENAI_API_KEY nor OPENAI_BASE_URL is set'] : []),
  ];
  const steps = [
    ...(isModelMissing ? ['name a model, for example PLUMBLINE_MODEL=gpt-5'] : []),
    ...(isEndpointMissing ? ['set OPENAI_API_KEY, or OPENAI_BASE_URL for an endpoint without a key'] : []),
  ];
  return new PlumblineError('environment_invalid', { problem: problems.join('\n') }, { help: steps.join('\n') });
}
