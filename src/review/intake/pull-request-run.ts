import type { Intent, PullRequestFacts, Trigger } from '../model/request.js';
import type { Settings } from '../settings.js';

/** One run of a pull request's review, as it was asked for. */
export type PullRequestRun = {
  readonly intent: Extract<Intent, { kind: 'review' }>;
  readonly runId: string;
  readonly facts: PullRequestFacts;
  readonly trigger: Trigger;
  /** The head the delivery spoke of; null when it spoke of none. The provider may still show an older one. */
  readonly expectedHeadSha: string | null;
  readonly settings: Settings;
  readonly settingsProblems: readonly string[];
};

/** The head a run is asked to review: the provider may still show an older one. */
export function headOf({ expectedHeadSha, facts }: PullRequestRun): string {
  return expectedHeadSha ?? facts.headSha;
}
