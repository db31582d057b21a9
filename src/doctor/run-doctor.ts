import { PlumblineError } from '../review/index.js';
import { type Check, fail } from './check.js';
import { checkApp } from './check-app.js';
import { checkDatabase } from './check-database.js';
import { checkEnvironment } from './check-environment.js';
import { checkMachine } from './check-machine.js';
import { checkModel, type ModelDiagnosis } from './check-model.js';
import { checkRepositorySettings } from './check-repository-settings.js';
import { checkStaticChecks } from './check-static-checks.js';
import { checkToken } from './check-token.js';
import type { DoctorWorld } from './doctor-world.js';

export type Diagnosis = {
  readonly checks: readonly Check[];
  /** What the look at the model cost. */
  readonly model: Pick<ModelDiagnosis, 'sentCount' | 'tiny'>;
};

/** Look at everything side by side. Answers the same checks in the same order, whatever is wrong. */
export async function runDoctor(world: DoctorWorld): Promise<Diagnosis> {
  const [machine, settings, programs, token, app, database, model] = await Promise.all([
    checkMachine(world),
    checkRepositorySettings(world),
    checkStaticChecks(world),
    orFailure('github token', async () => [await checkToken(world)]),
    orFailure('app credentials', () => checkApp(world)),
    orFailure('database', async () => [await checkDatabase(world)]),
    checkModel(world),
  ]);
  return {
    checks: [...machine, settings, checkEnvironment(world), programs, ...model.checks, ...token, ...app, ...database],
    model: { sentCount: model.sentCount, tiny: model.tiny },
  };
}

/** A host that is none is told where it would have been asked. */
async function orFailure(name: string, look: () => Promise<readonly Check[]>): Promise<readonly Check[]> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    return [fail(name, error.message, error.help)];
  }
}
