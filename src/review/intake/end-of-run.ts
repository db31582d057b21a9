import { PlumblineError } from '../errors.js';
import { maskSecrets } from '../mask-secrets.js';
import { RunStopped } from '../model/run-stopped.js';
import type { Completion } from '../ports/index.js';
import type { Settings } from '../settings.js';
import type { IntakeWorld } from './intake-world.js';
import { notice, stoppedNotice, unreadNotice } from './notices.js';

type Pause = RunStopped & { readonly stop: { readonly kind: 'paused'; readonly by: string } };

export function isPaused(error: unknown): error is Pause {
  return error instanceof RunStopped && error.stop.kind === 'paused';
}

/** The check stays open: the process ends and another one goes on with this run, or a person has paused it. */
export function isLeft(error: unknown, { isDurable }: IntakeWorld): boolean {
  return isPaused(error) || (isDurable && error instanceof RunStopped && error.stop.kind === 'shutdown');
}

/** What a failed run says: a stop by its reason, a known error in its own words, anything else without its insides. */
export function completionOf(error: unknown, runId: string, settings: Settings, { log }: IntakeWorld): Completion {
  if (error instanceof RunStopped) return stoppedNotice(error.stop, settings);
  if (error instanceof PlumblineError) {
    log.warn({ runId, code: error.code, ...error.facts }, 'review-failed');
    return unreadNotice('the change', error, settings);
  }
  log.error(
    { runId, reason: maskSecrets(error instanceof Error ? `${error.name}: ${error.message}` : 'unknown') },
    'review-crashed',
  );
  return notice(
    'neutral',
    'Not reviewed: an internal error',
    [`Nothing was concluded. The operator finds more in the log under run ${runId}.`],
    settings,
  );
}
