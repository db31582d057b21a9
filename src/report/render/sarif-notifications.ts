import type { Report } from '../../review/index.js';
import { counted } from '../../review/index.js';
import { type CoverageGroup, groupCoverage, groupLabel, limitationSentences, weakestFirst } from './coverage-words.js';
import { locationsOf } from './sarif-location.js';
import { messageOf } from './sarif-message.js';
import { described, friendlyName, type Words } from './sarif-rules.js';

/** What can be said of a run besides its findings. The order is that of `tool.driver.notifications`. */
const KINDS = {
  not_reviewed: {
    short: 'The review failed: nothing, or not everything, was assessed.',
    help: 'The message says why and what to do.',
  },
  stale: { short: 'The target moved during the review.', help: 'Review the change as it stands now.' },
  unknown: {
    short: 'Whether the target moved during the review could not be read.',
    help: 'Review it again before relying on the results.',
  },
  unread: {
    short: 'Changed files that were not read, or only in part.',
    help: 'The results say nothing about them: look at them by hand or review them apart.',
  },
  accepted: {
    short: 'Changed files that need no reading, by the settings.',
    help: 'The results say nothing about them.',
  },
  notice: { short: 'Something a reader must know.', help: 'The message says what.' },
  not_listed: {
    short: 'Findings that are not results of this log.',
    help: 'They are below the minimum severity or withheld; the JSON report has them all.',
  },
} as const satisfies Record<string, Words>;

type Kind = keyof typeof KINDS;

function idOf(kind: Kind): string {
  return `plumbline/${kind}`;
}

/** Descriptors of all notifications, always the same. */
export function notificationDescriptors() {
  return (Object.keys(KINDS) as Kind[]).map((kind) => ({
    id: idOf(kind),
    name: friendlyName(kind),
    ...described(KINDS[kind]),
  }));
}

function notify(kind: Kind, level: 'error' | 'warning' | 'note', text: string, secrets: readonly string[]) {
  return {
    descriptor: { id: idOf(kind), index: Object.keys(KINDS).indexOf(kind) },
    level,
    message: messageOf(text, secrets),
  };
}

/** One notification for all files of one reason, each file a location; none for files that were read. */
function groupNotification(group: CoverageGroup, secrets: readonly string[]) {
  if (group.kind === 'reviewed') return [];
  const kind = group.kind === 'accepted' ? 'accepted' : 'unread';
  const label = groupLabel(group);
  const text = `${label.charAt(0).toUpperCase()}${label.slice(1)} (${counted(group.count, 'file')}).`;
  const locations = group.paths.flatMap((path) => locationsOf(path, null, secrets));
  const told = notify(kind, kind === 'unread' ? 'warning' : 'note', text, secrets);
  return [locations.length === 0 ? told : { ...told, locations }];
}

function failureNotification({ failure, coverage, title }: Report, secrets: readonly string[]) {
  if (failure === null && coverage.state !== 'failed') return [];
  const text = failure === null ? title : `${failure.title}. ${failure.message} ${failure.help}`;
  return [notify('not_reviewed', 'error', text, secrets)];
}

function movementNotification({ movement, title }: Report, secrets: readonly string[]) {
  if (movement === null) return [];
  if (movement.kind === 'unreadable') return [notify('unknown', 'warning', `${title}. ${movement.reason}`, secrets)];
  return [notify('stale', 'warning', `${title}. From ${movement.from} to ${movement.to}.`, secrets)];
}

function unlistedNotification({ accounting }: Report, secrets: readonly string[]) {
  const { advisory, withheld } = accounting;
  if (advisory + withheld === 0) return [];
  const text = `${counted(advisory, 'advisory finding')} and ${counted(withheld, 'withheld finding')} are not listed here.`;
  return [notify('not_listed', 'note', text, secrets)];
}

/** Everything that keeps the results from being the whole truth, the worst first. */
export function notificationsOf(report: Report, areAllListed: boolean, secrets: readonly string[]) {
  return [
    ...failureNotification(report, secrets),
    ...movementNotification(report, secrets),
    ...weakestFirst(groupCoverage(report.coverage)).flatMap((group) => groupNotification(group, secrets)),
    ...[...limitationSentences(report.coverage), ...report.notices].map((text) =>
      notify('notice', 'note', text, secrets),
    ),
    ...(areAllListed ? [] : unlistedNotification(report, secrets)),
  ];
}
