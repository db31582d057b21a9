import { type Check, ok, warn } from './check.js';
import type { DoctorWorld } from './doctor-world.js';

const IN_MEMORY = 'none is used: reviews in flight do not outlive the process';

/** Runs live in the process today. */
export function checkDatabase({ variables }: Pick<DoctorWorld, 'variables'>): Check {
  if ((variables.DATABASE_URL?.trim() ?? '') === '') return ok('database', IN_MEMORY);
  return warn(
    'database',
    `DATABASE_URL is set, but not used yet; ${IN_MEMORY}`,
    'unset DATABASE_URL, or leave it: it changes nothing',
  );
}
