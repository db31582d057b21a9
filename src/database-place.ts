import { resolve } from 'node:path';
import type { DatabasePlace } from './durable/index.js';
import type { Environment } from './environment.js';

/** Where the environment wants everything kept; null: nowhere but in the process. */
export function databasePlaceOf({ DATABASE_URL, PLUMBLINE_DATA_DIR }: Environment): DatabasePlace | null {
  if (DATABASE_URL !== undefined) return { url: DATABASE_URL };
  return PLUMBLINE_DATA_DIR === 'none' ? null : { dataDirectory: resolve(PLUMBLINE_DATA_DIR, 'database') };
}
