type Facts = Readonly<Record<string, string | number | null>>;
type Entry = { readonly message: (facts: Facts) => string; readonly help: string; readonly exitStatus: 1 | 2 | 3 };

/** Every known error: what happened with the value seen, and what to do next. `exitStatus` is the command line's. */
export const ERRORS = {
  usage: { message: (f) => `${f.problem}`, help: 'see `plumbline --help`', exitStatus: 2 },
  not_a_repository: {
    message: (f) => `${f.path} is not inside a git repository`,
    help: 'call it from a git work tree, or name one with --repo <dir>',
    exitStatus: 2,
  },
  unknown_revision: {
    message: (f) => `"${f.revision}" names no commit in this repository`,
    help: 'check the spelling, or fetch the branch first',
    exitStatus: 2,
  },
  no_merge_base: {
    message: (f) => `"${f.left}" and "${f.right}" share no history`,
    help: 'in a shallow clone run `git fetch --unshallow`, or use a two-dot range',
    exitStatus: 2,
  },
  git_failed: {
    message: (f) => `git ${f.command} failed: ${f.reason}`,
    help: 'run the same git command by hand to see more',
    exitStatus: 1,
  },
  git_missing: {
    message: () => 'git was not found',
    help: 'install git 2.31 or newer and put it on the PATH',
    exitStatus: 1,
  },
  nothing_to_review: {
    message: (f) => `nothing to review: ${f.reason}`,
    help: 'name another target, see `plumbline help review`',
    exitStatus: 3,
  },
  configuration_invalid: { message: (f) => `${f.problem}`, help: 'see docs/configuration.md', exitStatus: 2 },
  environment_invalid: { message: (f) => `${f.problem}`, help: 'see docs/environment.md', exitStatus: 2 },
  provider_failed: {
    message: (f) => `GitHub answered ${f.status} to ${f.request}`,
    help: 'try again later; if it stays, check the credentials and the permissions of the App or token',
    exitStatus: 1,
  },
  provider_unreached: {
    message: (f) => `${f.host} was not reached: ${f.url}`,
    help: 'check the network, HTTPS_PROXY and GHE_HOST',
    exitStatus: 1,
  },
  provider_denied: {
    message: (f) => `GitHub refused ${f.request} (${f.status})`,
    help: 'check that the token or App may read this repository and its pull requests',
    exitStatus: 1,
  },
  provider_rate_limited: {
    message: (f) => `GitHub's rate limit is reached (${f.request})`,
    help: 'wait until it resets, then ask for the review again',
    exitStatus: 1,
  },
  database_unavailable: {
    message: (f) => `the database cannot be used: ${f.reason}`,
    help: 'set DATABASE_URL to a PostgreSQL server',
    exitStatus: 1,
  },
  database_in_use: {
    message: (f) => `another plumbline process owns the data directory ${f.directory}`,
    help: 'end it first; to run several processes set DATABASE_URL to one PostgreSQL server for all of them',
    exitStatus: 1,
  },
  service_silent: {
    message: (f) => `no process of the service has answered for the run ${f.runId} within ${f.seconds} s`,
    help: 'see whether `plumbline serve` runs on this database and is ready (/readyz), then try again',
    exitStatus: 1,
  },
  output_failed: {
    message: (f) => `cannot write ${f.path}: ${f.reason}`,
    help: 'choose another --output file',
    exitStatus: 1,
  },
  invariant_broken: {
    message: (f) => `internal error: ${f.what}`,
    help: 'this is a bug in plumbline; please report it',
    exitStatus: 1,
  },
} as const satisfies Record<string, Entry>;

export type ErrorCode = keyof typeof ERRORS;

/** The one error class of the core and its adapters. `facts` fill the catalogue's sentence and never hold a secret. */
export class PlumblineError extends Error {
  override readonly name = 'PlumblineError';
  readonly help: string;
  readonly exitStatus: number;

  constructor(
    readonly code: ErrorCode,
    readonly facts: Facts = {},
    options?: { readonly cause?: unknown; readonly help?: string },
  ) {
    const entry: Entry = ERRORS[code];
    super(entry.message(facts), options?.cause === undefined ? undefined : { cause: options.cause });
    this.help = options?.help ?? entry.help;
    this.exitStatus = entry.exitStatus;
  }
}
