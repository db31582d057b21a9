import type { ModelFailureKind } from '../review/index.js';

const AGAIN = 'run `plumbline doctor` again';

/** What a person does about each kind of failure. */
export const MODEL_STEPS: Readonly<Record<ModelFailureKind, string>> = {
  authentication: 'set OPENAI_API_KEY to a key of this endpoint',
  permission: 'let the key use this model at the provider, or set PLUMBLINE_MODEL to one it may use',
  quota: 'add credit at the provider, or set OPENAI_API_KEY to a key that has some',
  unknown_model: 'set PLUMBLINE_MODEL to a model this endpoint has',
  invalid_request: 'check OPENAI_BASE_URL, and on Azure OPENAI_API_VERSION and the name of the deployment',
  policy: 'ask the provider why a harmless request is refused, or set PLUMBLINE_MODEL to another model',
  context_length: 'set PLUMBLINE_MODEL to a model with a larger context',
  prompt_cut: 'raise the context of the endpoint (`num_ctx` in Ollama)',
  rate_limited: `wait a minute, then ${AGAIN}`,
  overloaded: `wait a minute, then ${AGAIN}`,
  network: 'check that the endpoint runs, OPENAI_BASE_URL, and HTTPS_PROXY if there is a proxy',
  stalled: `the model may still be loading: ${AGAIN}; for slow models raise PLUMBLINE_IDLE_SECONDS and PLUMBLINE_CALL_SECONDS`,
  cancelled: `the model may still be loading: ${AGAIN}; for slow models raise PLUMBLINE_IDLE_SECONDS and PLUMBLINE_CALL_SECONDS`,
  bad_response: 'check that OPENAI_BASE_URL is the address of the interface, not of a web page',
};
