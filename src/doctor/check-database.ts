import { databasePlaceOf } from '../database-place.js';
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
  const place = databasePlaceOf(environment);
  if (place === null) return ok('database', 'none, as PLUMBLINE_DATA_DIR says: nothing outlives the process');
  if ('dataDirectory' in place)
    return ok('database', `a PostgreSQL of its own in ${environment.PLUMBLINE_DATA_DIR}, started with the service`);
  const { openDatabase } = await import('../durable/index.js');
  const database = await openDatabase(place, { log: silentLog, environment: variables });
  await database.close();
  return ok('database', 'answers');
}
