import type { Endpoint } from '../provider/openai/index.js';
import { PlumblineError, type ReviewModel } from '../review/index.js';
import { silentLog } from '../silent-log.js';
import { type Check, fail, ok, skip, warn } from './check.js';
import { checkAnswer } from './check-model-answer.js';
import { checkContext } from './check-model-context.js';
import { checkKey } from './check-model-key.js';
import { checkModelName } from './check-model-name.js';
import { checkTokens } from './check-model-tokens.js';
import type { DoctorWorld } from './doctor-world.js';
import { listModels } from './list-models.js';
import type { ModelScene } from './model-scene.js';
import { MODEL_STEPS } from './model-steps.js';
import { askTiny, type TinyOutcome, type TinyResult } from './tiny-request.js';

export type ModelDiagnosis = {
  readonly checks: readonly Check[];
  readonly sentCount: number;
  readonly tiny: TinyOutcome | null;
};

const ENDPOINT = 'model endpoint';
const ASKED = ['model key', 'model name', 'model answer', 'model tokens', 'model context'] as const;

/** Whether the model endpoint can carry a review. Sends one tiny request, and asks for the list of models. */
export async function checkModel(world: DoctorWorld): Promise<ModelDiagnosis> {
  const opened = await open(world);
  if ('failure' in opened) {
    const skipped = ASKED.map((name) => skip(name, 'cannot be asked without an endpoint'));
    return { checks: [opened.failure, ...skipped], sentCount: 0, tiny: null };
  }
  const { endpoint, model, modelName, where } = opened;
  const apiKey = world.environment.OPENAI_API_KEY ?? null;
  const [list, asked] = await Promise.all([
    listModels(endpoint, apiKey, world),
    model === null ? NOTHING : askTiny(model, world),
  ]);
  const scene: ModelScene = { endpoint, modelName, hasKey: apiKey !== null, list, tiny: asked.outcome };
  const reached = checkEndpoint(scene, where, world);
  if (reached.status === 'fail') {
    const skipped = ASKED.map((name) => skip(name, 'the endpoint was not reached'));
    return { checks: [reached, ...skipped], sentCount: asked.sentCount, tiny: asked.outcome };
  }
  const checks = [
    reached,
    checkKey(scene),
    checkModelName(scene),
    checkAnswer(scene),
    checkTokens(scene),
    checkContext(scene, world.environment),
  ];
  return { checks, sentCount: asked.sentCount, tiny: asked.outcome };
}

const NOTHING: { readonly outcome: null; readonly sentCount: 0 } | TinyResult = { outcome: null, sentCount: 0 };

/** Allowed, and rarely meant. */
const NO_MODEL = warn(
  ENDPOINT,
  'neither a model nor an endpoint is named: static checks alone read a change',
  'set PLUMBLINE_MODEL, and OPENAI_API_KEY or OPENAI_BASE_URL',
);

type Opened = {
  readonly endpoint: Endpoint;
  /** The endpoint in words. */
  readonly where: string;
  readonly model: ReviewModel | null;
  readonly modelName: string | null;
};

/** Without the name of a model the endpoint can still be asked which it has. The SDK is loaded when one of the two is named. */
async function open({ clock, environment, fetch }: DoctorWorld): Promise<Opened | { readonly failure: Check }> {
  const {
    OPENAI_API_VERSION: apiVersion = null,
    OPENAI_BASE_URL: baseUrl = null,
    PLUMBLINE_MODEL: modelName = null,
  } = environment;
  const hasEndpoint = environment.OPENAI_API_KEY !== undefined || baseUrl !== null;
  if (modelName === null && !hasEndpoint) return { failure: NO_MODEL };
  const { describeEndpoint, normalizeBaseUrl } = await import('../provider/openai/index.js');
  const { openModel } = await import('../open-model.js');
  try {
    const model = modelName === null ? null : openModel(environment, { fetch, clock, log: silentLog });
    const endpoint = normalizeBaseUrl(baseUrl, { model: model?.id ?? 'none', apiVersion });
    return { endpoint, where: describeEndpoint(endpoint), model, modelName };
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    return { failure: fail(ENDPOINT, error.message, ...error.help.split('\n')) };
  }
}

function checkEndpoint(scene: ModelScene, where: string, { environment }: DoctorWorld): Check {
  if (isReached(scene)) {
    const isIgnored = environment.OPENAI_API_VERSION !== undefined && scene.endpoint.kind === 'openai';
    return ok(ENDPOINT, `${where} answers${isIgnored ? '; OPENAI_API_VERSION has no effect here' : ''}`);
  }
  const reason = scene.list.kind === 'silent' ? scene.list.reason : 'no answer';
  const found =
    scene.tiny?.kind === 'failed' && scene.tiny.failure.kind === 'network'
      ? scene.tiny.failure.message
      : `${where}: ${reason}`;
  return fail(ENDPOINT, found, MODEL_STEPS.network);
}

function isReached({ list, tiny }: ModelScene): boolean {
  if (list.kind === 'listed' || list.kind === 'refused') return true;
  if (tiny === null) return list.kind === 'none';
  if (tiny.kind === 'answered') return true;
  const { facts, kind } = tiny.failure;
  return facts.status !== undefined || !['network', 'stalled', 'cancelled'].includes(kind);
}
