import type { Log } from '../../review/index.js';
import type { Programs } from './find-programs.js';
import type { Layout } from './layout.js';
import type { ServerUser } from './server-user.js';
import type { ProgramCall } from './start-program.js';

/** One data directory and what runs on it. */
export type Site = {
  readonly layout: Layout;
  readonly programs: Programs;
  readonly user: ServerUser;
  /** Null where the server listens on a loopback port. */
  readonly socketDirectory: string | null;
  readonly variables: Readonly<Record<string, string>>;
  readonly log: Log;
};

/** All that PostgreSQL gets of the environment. Windows needs its own folder to start anything. */
export function serverVariables(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C';
  const systemRoot = process.platform === 'win32' ? environment.SystemRoot : undefined;
  return { LC_ALL: locale, TZ: 'UTC', ...(systemRoot === undefined ? {} : { SystemRoot: systemRoot }) };
}

export function callIn({ layout, user, variables }: Site): ProgramCall {
  return { directory: layout.root, user, variables };
}
