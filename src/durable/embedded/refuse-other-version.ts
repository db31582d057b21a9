import { unavailable } from '../unavailable.js';
import type { Programs } from './find-programs.js';

/** A cluster is read by the major version alone that made it. */
export function refuseOtherVersion(found: string, { major }: Programs, root: string): void {
  if (found === String(major)) return;
  throw unavailable(
    `${root} was made by PostgreSQL ${found || '(unknown)'}, this plumbline brings PostgreSQL ${major}`,
    `let its last reviews end with the older plumbline, then move ${root} away to start anew; or serve it with a PostgreSQL ${found} of your own and set DATABASE_URL`,
  );
}
