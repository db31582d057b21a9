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
] as const;
export type HandledEvent = (typeof HANDLED_EVENTS)[number];
