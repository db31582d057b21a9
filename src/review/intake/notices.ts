import { shorten } from '../clip.js';
import type { PlumblineError } from '../errors.js';
import { maskSecrets } from '../mask-secrets.js';
import type { Conclusion } from '../model/report.js';
import type { StopReason } from '../model/run-stopped.js';
import type { Completion } from '../ports/index.js';
import { DEFAULT_SETTINGS, type Settings } from '../settings.js';

/** GitHub's own bound is 39; a bot's login is longer. */
const MAX_LOGIN_CHARS = 60;

type Notice = Extract<Completion, { kind: 'notice' }>;

/**
 * A check that ends without a review. With `strict_coverage` whatever was not reviewed needs somebody's action, because GitHub
 * lets `neutral` and `skipped` satisfy a required check. A stopped run stays `cancelled`: another check takes its place.
 */
export function notice(conclusion: Conclusion, title: string, lines: readonly string[], settings: Settings): Notice {
  const isBlocking = settings.strict_coverage && (conclusion === 'neutral' || conclusion === 'skipped');
  return { kind: 'notice', conclusion: isBlocking ? 'action_required' : conclusion, title, lines };
}

/** An outsider's pull request or push waits for a person. */
export function waitingNotice(settings: Settings): Notice {
  return notice(
    'neutral',
    'Waiting: a maintainer can comment /review',
    [
      'The author or pusher has no write permission here, so no review starts by itself.',
      'Someone with write permission can comment `/review`.',
    ],
    settings,
  );
}

/** Something could not be read. While the settings are not known (null), they may ask for strict coverage, and so it applies. */
export function unreadNotice(what: string, error: PlumblineError, settings: Settings | null): Notice {
  const lines = [`${maskSecrets(error.message)}.`, `${error.help}.`];
  return notice(
    'neutral',
    `Not reviewed: ${what} could not be read`,
    settings === null ? [...lines, 'Comment `/review` to try again.'] : lines,
    settings ?? { ...DEFAULT_SETTINGS, strict_coverage: true },
  );
}

/** The end of a run that was told to stop. */
export function stoppedNotice(stop: StopReason, settings: Settings): Notice {
  switch (stop.kind) {
    case 'superseded':
      return notice(
        'cancelled',
        `Superseded by ${stop.headSha?.slice(0, 7) ?? 'a newer request'}`,
        ['A newer review of this pull request has started.'],
        settings,
      );
    case 'closed':
      return notice(
        'cancelled',
        'Cancelled: the pull request was closed',
        ['The review stopped because the pull request was closed.'],
        settings,
      );
    case 'drafted':
      return notice(
        'skipped',
        'Skipped: draft',
        ['The pull request became a draft. It is reviewed when it is marked ready.'],
        settings,
      );
    case 'cancelled':
    // A paused run is not ended; where it has to be told as ended, somebody stopped it all the same.
    case 'paused':
      return notice(
        'cancelled',
        `Cancelled by ${shorten(stop.by, MAX_LOGIN_CHARS)}`,
        ['Comment `/review` to start the review again.'],
        settings,
      );
    case 'interrupted':
    case 'shutdown':
      return notice(
        'cancelled',
        'Cancelled: the service was stopped',
        ['Comment `/review` to start the review again.'],
        settings,
      );
  }
}
