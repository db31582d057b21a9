import { join } from 'node:path';
import { findWorkTree } from '../provider/git/index.js';
import { type Check, fail, ok, skip, warn } from './check.js';
import { checkSettings, type SettingsCheck } from './check-settings.js';
import type { DoctorWorld } from './doctor-world.js';
import { findStraySettings, SETTINGS_PATH } from './settings-file.js';

const NAME = 'settings';
const MAX_STEPS = 3;

/** Whether the settings of the repository the doctor stands in can be obeyed. */
export async function checkRepositorySettings(world: DoctorWorld): Promise<Check> {
  const signal = AbortSignal.any([world.signal, AbortSignal.timeout(world.timeLimitMs)]);
  // Why there is none is told by the check of the repository itself.
  const workTree = await findWorkTree(world.directory, world.variables, signal).catch(() => null);
  if (workTree === null) return skip(NAME, 'no work tree to look for .github/plumbline.yml in');
  const [checked, stray] = await Promise.all([
    checkSettings(join(workTree, SETTINGS_PATH), SETTINGS_PATH),
    findStraySettings(workTree),
  ]);
  return checked.mistakes.length > 0 ? tellMistakes(checked) : tellSound(checked, stray);
}

function tellMistakes({ mistakes }: SettingsCheck): Check {
  const [first] = mistakes;
  const rest = mistakes.length - 1;
  const more = rest > 0 ? `; and ${rest} more ${rest === 1 ? 'mistake' : 'mistakes'}` : '';
  const steps = mistakes.slice(0, MAX_STEPS).map(({ next }) => next);
  const found = `${first?.problem}${more}; until then none of the file is obeyed`;
  return fail(NAME, found, ...new Set(steps), 'see all with `plumbline config check`');
}

function tellSound({ changes, exists }: SettingsCheck, stray: readonly string[]): Check {
  const count = `${changes.length} ${changes.length === 1 ? 'setting differs' : 'settings differ'} from the defaults`;
  const found = exists ? `${SETTINGS_PATH}: ${count}` : `there is no ${SETTINGS_PATH}, so the defaults apply`;
  if (stray.length === 0) return ok(NAME, found);
  return warn(
    NAME,
    `${found}; ${stray.join(', ')} ${stray.length === 1 ? 'is' : 'are'} not read`,
    `move it to ${SETTINGS_PATH}, or remove it`,
  );
}
