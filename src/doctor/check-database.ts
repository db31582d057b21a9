import { silentLog } from '../silent-log.js';
import { type Check, ok } from './check.js';
import type { DoctorWorld } from './doctor-world.js';

/**
 * A database that is named must answer; one of our own is only started by the service, which may own it right now. Rejects with
 * `database_unavailable`.
 */
export async function checkDatabase({
  environment,
  variables,
}: Pick<DoctorWorld, 'environment' | 'variables'>): Promise<Check> {
  const { DATABASE_URL, PLUMBLINE_DATA_DIR } = environment;
  if (DATABASE_URL !== undefined) {
    const { openDatabase } = await import('../durable/index.js');
    const database = await openDatabase({ url: DATABASE_URL }, { log: silentLog, environment: variables });
    await database.close();
    return ok('database', 'answers');
  }
  return PLUMBLINE_DATA_DIR === undefined
    ? ok('database', 'none is named: reviews in flight do not outlive the process (DATABASE_URL, PLUMBLINE_DATA_DIR)')
    : ok('database', `a PostgreSQL of its own in ${PLUMBLINE_DATA_DIR}, started with the service`);
}
