/** Every delivery that is listened to. `app.yml` subscribes to exactly these events; a test holds the two together. */
export const HANDLED_EVENTS = [
  'pull_request.opened',
  'pull_request.reopened',
  'pull_request.ready_for_review',
  'pull_request.synchronize',
  'pull_request.edited',
  'pull_request.closed',
  'pull_request.converted_to_draft',
  'issue_comment.created',
  'check_run.rerequested',
  'check_run.requested_action',
  'check_suite.rerequested',
  'merge_group.checks_requested',
  'installation.deleted',
  'installation_repositories.removed',
  'repository.deleted',
] as const;
export type HandledEvent = (typeof HANDLED_EVENTS)[number];

/** GitHub sends these to every App, which cannot subscribe to them. */
const UNASKED_EVENTS: readonly string[] = ['installation', 'installation_repositories'];

/** What an App has to subscribe to. */
export function subscribedEvents(): readonly string[] {
  const names = HANDLED_EVENTS.map((event) => event.split('.')[0] ?? event);
  return [...new Set(names)].filter((name) => !UNASKED_EVENTS.includes(name));
}
