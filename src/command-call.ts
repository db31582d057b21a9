import type { Environment } from './environment.js';
import type { Streams } from './streams.js';

/** What a command is given. */
export type CommandCall = {
  readonly environment: Environment;
  /** As they came, for programs that are started. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly streams: Streams;
};
