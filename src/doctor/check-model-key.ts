import { type Check, fail, ok, skip } from './check.js';
import type { ModelScene } from './model-scene.js';
import { MODEL_STEPS } from './model-steps.js';

const NAME = 'model key';

/** Whether the key is taken. The request decides, because some keys may ask models and not list them. */
export function checkKey({ hasKey, list, tiny }: ModelScene): Check {
  if (tiny?.kind === 'failed') {
    const { failure } = tiny;
    if (failure.kind === 'authentication' || failure.kind === 'permission')
      return fail(NAME, failure.message, MODEL_STEPS[failure.kind]);
    return judgeByList({ hasKey, list });
  }
  if (tiny?.kind === 'answered') return ok(NAME, hasKey ? 'accepted' : 'none is set, and none is asked for');
  return judgeByList({ hasKey, list });
}

function judgeByList({ hasKey, list }: Pick<ModelScene, 'hasKey' | 'list'>): Check {
  if (list.kind === 'refused' && (list.status === 401 || list.status === 403)) {
    const found = hasKey
      ? `refused for the list of models (${list.status})`
      : `a key is asked for (${list.status}), and none is set`;
    return fail(NAME, found, MODEL_STEPS.authentication);
  }
  if (list.kind === 'listed')
    return ok(NAME, hasKey ? 'accepted for the list of models' : 'none is set, and the list asks for none');
  return skip(NAME, 'not known: nothing was answered that would tell');
}
