export type Need = {
  readonly name: string;
  readonly access: 'read' | 'write';
  /** What does not work without it. */
  readonly without: string;
  /** Whether a review can do without it. */
  readonly isVital: boolean;
};

/** The permissions of `app.yml`; a test holds the two together, and `docs/permissions.md` says why each. */
export const NEEDED_PERMISSIONS: readonly Need[] = [
  { name: 'checks', access: 'write', without: 'nothing can be published', isVital: true },
  { name: 'contents', access: 'read', without: 'nothing can be reviewed', isVital: true },
  { name: 'pull_requests', access: 'write', without: 'no reaction and no reply to a command', isVital: false },
  { name: 'issues', access: 'read', without: 'comments with commands are not seen', isVital: false },
  { name: 'metadata', access: 'read', without: 'nobody may command', isVital: true },
  { name: 'merge_queues', access: 'read', without: 'a required check holds up the merge queue', isVital: false },
];

/** What stops when an event is not subscribed to. The events themselves are those of `handlers/events.ts`. */
export const WITHOUT_EVENT: Readonly<Record<string, string>> = {
  pull_request: 'no review starts by itself',
  issue_comment: '/review is not seen',
  check_run: 'Re-run does nothing',
  check_suite: 'Re-run all does nothing',
  merge_group: 'a required check holds up the merge queue',
  repository: 'what was kept of a deleted repository stays',
};

/** Whether what is granted covers a need. */
export function isGranted(permissions: Readonly<Record<string, string>>, { name, access }: Need): boolean {
  const held = permissions[name];
  return held === 'write' || held === 'admin' || held === access;
}

/** A pull request that cannot even be read cannot be reviewed. */
export function isVitalLoss(permissions: Readonly<Record<string, string>>, need: Need): boolean {
  return need.isVital || (need.name === 'pull_requests' && permissions[need.name] === undefined);
}
