import type { Conclusion } from '../model/report.js';
import type { Permission, PullRequestFacts } from '../model/request.js';
import type { ChangeSource } from './change-source.js';
import type { CheckPublisher } from './check-publisher.js';

/** The end of another open pull request's review on the same commit. */
export type SiblingConclusion = {
  readonly pullRequest: number;
  /** Never `cancelled`: such a run has concluded nothing about the code, as one that is not finished. */
  readonly conclusion: Exclude<Conclusion, 'cancelled'>;
  readonly title: string | null;
};

/** What the App asks a code host about one repository besides the change itself. */
export interface RepositoryHost {
  readPullRequest(number: number, signal: AbortSignal): Promise<PullRequestFacts>;
  /** Numbers of the open pull requests whose head is this commit, ascending. */
  listOpenPullRequests(headSha: string, signal: AbortSignal): Promise<readonly number[]>;
  /** Never rejects: what cannot be learnt is `unknown`. Time-boxed. */
  readPermission(login: string, signal: AbortSignal): Promise<Permission>;
  /** `.github/plumbline.yml` at the base ref when that is the default branch or protected, else at the default branch; null when there is none. */
  readSettings(baseRef: string, signal: AbortSignal): Promise<{ readonly text: string; readonly ref: string } | null>;
  /** Best effort: never rejects. */
  react(commentId: number, reaction: 'eyes' | 'rocket' | '-1' | 'confused' | '+1'): Promise<void>;
  /** Best effort: never rejects. */
  reply(pullRequest: number, body: string): Promise<void>;
  /**
   * Latest completed conclusion of our check of this name on a commit (`headSha` null: the pull request's head), where a run
   * that reviewed nothing (cancelled, skipped or waiting) leaves a worse one standing; null when there is none. Rejects when it
   * cannot be read: nobody knows then.
   */
  readConclusion(
    of: { readonly pullRequest: number; readonly checkName: string; readonly headSha: string | null },
    signal: AbortSignal,
  ): Promise<Conclusion | null>;
  /**
   * What our checks of this name say about the other open pull requests with the same head: GitHub shows one check of a name
   * for a commit, so the latest run speaks for all. Rejects when it cannot be read: nobody knows then whom it would speak for.
   */
  readSiblings(
    check: { readonly headSha: string; readonly name: string; readonly pullRequest: number },
    signal: AbortSignal,
  ): Promise<readonly SiblingConclusion[]>;
  changeSource(pullRequest: number, expectedHeadSha: string | null): ChangeSource;
  checkPublisher(check: {
    readonly runId: string;
    readonly name: string;
    readonly pullRequest: number | null;
    /** An earlier process, or an earlier try, may have opened it. */
    readonly isResumed?: boolean;
  }): CheckPublisher;
}
