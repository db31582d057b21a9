import type { Limits } from '../limits.js';
import type { Clock, Log, RepositoryHost, ReviewModel, RunSlots } from '../ports.js';

/** Everything the intake of one repository's deliveries stands on. */
export type IntakeWorld = {
  readonly host: RepositoryHost;
  readonly model: ReviewModel;
  readonly slots: RunSlots;
  readonly clock: Clock;
  readonly log: Log;
  /** What the operator allows one run at most. */
  readonly ceiling: Limits;
  /** Key of a pull request's record: host, repository id and number, because names are reused. */
  readonly recordOf: (pullRequest: number) => string;
  /** A fresh unguessable text for each run. */
  readonly newSecret: () => string;
};
