import { PlumblineError } from '../errors.js';
import type { PullRequestFacts } from '../model/request.js';
import { readSettings, type SettingsReading } from '../read-settings.js';
import type { IntakeWorld } from './intake-world.js';

/** What could not be read, and what was known by then. */
export type Unread = {
  readonly kind: 'unread';
  readonly what: 'the pull request' | 'the settings';
  readonly facts: PullRequestFacts | null;
  readonly error: PlumblineError;
};

export type Beginning = ({ readonly kind: 'read'; readonly facts: PullRequestFacts } & SettingsReading) | Unread;

/** Read what every run of a pull request begins with. Rejects with programmer errors, and the reason of the world's signal. */
export async function readBeginning(pullRequest: number, world: IntakeWorld): Promise<Beginning> {
  const facts = await orError(world.host.readPullRequest(pullRequest, world.signal));
  if (facts instanceof PlumblineError) return { kind: 'unread', what: 'the pull request', facts: null, error: facts };
  const reading = await readRepositorySettings(facts.baseRef, world);
  if (reading instanceof PlumblineError) return { kind: 'unread', what: 'the settings', facts, error: reading };
  return { kind: 'read', facts, ...reading };
}

/** A settings file that cannot be used means the defaults and is told; one that cannot be had is an error. */
export async function readRepositorySettings(
  baseRef: string,
  { host, signal }: IntakeWorld,
): Promise<SettingsReading | PlumblineError> {
  const file = await orError(host.readSettings(baseRef, signal));
  if (!(file instanceof PlumblineError)) return readSettings(file?.text ?? null);
  return file.code === 'configuration_invalid' ? { ...readSettings(null), problems: [file.message] } : file;
}

async function orError<Value>(reading: Promise<Value>): Promise<Value | PlumblineError> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof PlumblineError) return error;
    throw error;
  }
}
