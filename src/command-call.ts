import type { Environment } from './environment.js';
import type { Streams } from './streams.js';

/** What a command is given. */
export type CommandCall = {
  readonly environment: Environment;
  /** One sentence for each variable that cannot be understood and counts as unset here; most commands do not start with any. */
  readonly environmentProblems: readonly string[];
  /** As they came, for programs that are started. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly streams: Streams;
};
