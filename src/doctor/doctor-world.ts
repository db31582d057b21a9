import type { Environment } from '../environment.js';
import type { Clock } from '../review/index.js';

/** Everything the doctor looks at. */
export type DoctorWorld = {
  /** As far as it could be understood. */
  readonly environment: Environment;
  /** One sentence for each variable that could not. */
  readonly environmentProblems: readonly string[];
  /** As they came. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Where a repository is looked for. */
  readonly directory: string;
  /** Without the `v`: `22.12.0`. */
  readonly nodeVersion: string;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Of one question to the network, in milliseconds. */
  readonly timeLimitMs: number;
};
