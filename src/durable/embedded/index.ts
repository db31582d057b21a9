/**
 * A PostgreSQL of our own in a data directory: started, found again and stopped.
 *
 * `startEmbeddedPostgres` resolves when the server answers and this process owns the data directory; that ends with
 * `stop` or with the process. The server outlives a process that was killed, and the next start uses it again. A server
 * that dies is started again at the same address. The connection is that of a superuser; the password is in the data
 * directory, for its owner alone to read. Every wait has a limit.
 *
 * PostgreSQL does not run as root. When we are root it runs, and the data directory belongs to, the owner of the cluster
 * that is there, else the user `postgres`, else `nobody`; that user must be allowed to enter the folders above the data
 * directory. Programs below a folder that is closed to it (`/root`), or whose library links cannot be made in place, are
 * copied into the data directory.
 *
 * Throws `database_in_use` when another process owns the data directory, and `database_unavailable` with the reason and
 * what to do in every other case: no package for this system, a disk that is full or read-only, a cluster of another
 * major version, a server that does not answer.
 */
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.js';
