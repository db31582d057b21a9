import { nearestNames } from '../review/index.js';
import { type Check, fail, ok, skip, warn } from './check.js';
import type { ModelScene } from './model-scene.js';

const NAME = 'model name';
const SHOWN = 5;

/** Whether the endpoint has the model that is named. */
export function checkModelName({ list, modelName, tiny }: ModelScene): Check {
  const known = list.kind === 'listed' ? list.models.map(({ id }) => id) : null;
  if (modelName === null) return fail(NAME, 'PLUMBLINE_MODEL is not set', stepFor('', known));
  if (tiny?.kind === 'failed' && tiny.failure.kind === 'unknown_model') {
    return fail(NAME, tiny.failure.message, stepFor(modelName, known));
  }
  return known === null ? judgeAlone(modelName, tiny) : judgeByList(modelName, tiny, known);
}

function judgeAlone(modelName: string, tiny: ModelScene['tiny']): Check {
  if (tiny?.kind === 'answered') return ok(NAME, `"${modelName}" answers`);
  return skip(NAME, `not known whether the endpoint has "${modelName}": it tells no list`);
}

function judgeByList(modelName: string, tiny: ModelScene['tiny'], known: readonly string[]): Check {
  if (known.includes(modelName)) return ok(NAME, `"${modelName}" is one of ${known.length} listed`);
  const found = `"${modelName}" is not among the ${known.length} listed`;
  return tiny?.kind === 'answered' ? ok(NAME, `${found}, but answers`) : warn(NAME, found, stepFor(modelName, known));
}

function stepFor(modelName: string, known: readonly string[] | null): string {
  const near = known === null || modelName === '' ? [] : nearestNames(modelName, known);
  if (near.length > 0) return `set PLUMBLINE_MODEL to one the endpoint has; close to it: ${near.join(', ')}`;
  if (known === null || known.length === 0) return 'set PLUMBLINE_MODEL to a model this endpoint has';
  const rest = known.length > SHOWN ? ` and ${known.length - SHOWN} more` : '';
  return `set PLUMBLINE_MODEL to one the endpoint has: ${known.slice(0, SHOWN).join(', ')}${rest}`;
}
