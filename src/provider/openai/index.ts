/** What we ask: a model behind any OpenAI-compatible endpoint. */
export { describeEndpoint, type Endpoint } from './endpoint.js';
export { normalizeBaseUrl } from './normalize-base-url.js';
export { createOpenaiReviewModel, type OpenaiReviewModelOptions } from './openai-review-model.js';
