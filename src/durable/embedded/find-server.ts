import { readFile } from 'node:fs/promises';
import { hasCode } from './failures.js';
import { layoutOf } from './layout.js';
import { SUPERUSER } from './make-cluster.js';
import { readPostmaster } from './postmaster-file.js';
import { DATABASE } from './session.js';
import type { EmbeddedPostgres } from './start-embedded-postgres.js';

/** How to reach the server that runs in a data directory, whoever owns it; null when none has left its address. Starts nothing. */
export async function findServer(dataDirectory: string): Promise<EmbeddedPostgres['connection'] | null> {
  const layout = layoutOf(dataDirectory);
  const postmaster = await readPostmaster(layout.cluster);
  if (postmaster === null || postmaster.address === '') return null;
  try {
    const password = (await readFile(layout.passwordFile, 'utf8')).trim();
    return { host: postmaster.address, port: postmaster.port, user: SUPERUSER, password, database: DATABASE };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}
