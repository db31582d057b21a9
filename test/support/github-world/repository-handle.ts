import { createCheckRun, noteMoment } from './check-store.js';
import { addComment } from './comment-store.js';
import { createPull, type PullRequestStart } from './create-pull.js';
import type { Files } from './git-import.js';
import type { CommitOptions } from './git-store.js';
import { changesOf, sizeOf } from './pull-changes.js';
import { isBotLogin } from './shapes/user.js';
import {
  type CheckRunState,
  type CommentState,
  type IssueState,
  isoTime,
  type Lag,
  type PullState,
  type RepositoryState,
  type WorldState,
} from './state.js';

/** A repository in the hands of a test: what its people do. */
export class RepositoryHandle {
  constructor(
    private readonly world: WorldState,
    private readonly repository: RepositoryState,
  ) {}

  get id(): number {
    return this.repository.id;
  }

  get fullName(): string {
    return `${this.repository.owner}/${this.repository.name}`;
  }

  /** The bare repository on disk, e.g. to clone from. */
  get gitDir(): string {
    return this.repository.git.gitDir;
  }

  /** Add a commit to a branch and answer its id. A new branch starts at the default branch unless `from` says otherwise. */
  async commit(branch: string, files: Files, options: CommitOptions & Lag = {}): Promise<string> {
    const sha = await this.repository.git.commit(branch, files, options);
    await this.follow(branch, sha, options);
    return sha;
  }

  /** What `commit` is, in the words of a story: open pull requests of the branch move on. */
  push(branch: string, files: Files, options: CommitOptions & Lag = {}): Promise<string> {
    return this.commit(branch, files, options);
  }

  /** Replace the last commit of a branch, or everything since `from`. */
  async forcePush(branch: string, files: Files, options: CommitOptions & Lag = {}): Promise<string> {
    const { parents } = await this.repository.git.readCommit(this.tip(branch));
    return this.commit(branch, files, options.from === undefined ? { parents, ...options } : options);
  }

  /** Merge for real, e.g. the base into a topic. */
  async merge(into: string, from: string): Promise<string> {
    const sha = await this.repository.git.merge(into, from);
    await this.follow(into, sha, {});
    return sha;
  }

  /** Move a branch to a commit that exists. */
  async setTip(branch: string, sha: string): Promise<void> {
    this.repository.git.setBranch(branch, sha);
    await this.follow(branch, sha, {});
  }

  tip(branch: string): string {
    const sha = this.repository.git.branchTip(branch);
    if (sha === undefined) throw new Error(`${this.fullName} has no branch "${branch}"`);
    return sha;
  }

  mergeBase(left: string, right: string): Promise<string | null> {
    return this.repository.git.mergeBase(this.tip(left), this.tip(right));
  }

  deleteBranch(branch: string): void {
    this.repository.git.deleteBranch(branch);
  }

  protectBranch(branch: string): void {
    this.repository.protectedBranches.add(branch);
  }

  async openPullRequest(start: PullRequestStart): Promise<{ readonly number: number; readonly headSha: string }> {
    const { repository } = this;
    const baseRef = start.base ?? repository.defaultBranch;
    const ends = { headSha: this.tip(start.head), baseRef, baseSha: this.tip(baseRef) };
    const pull = createPull(this.world, repository, start, { number: this.nextNumber(), ...ends });
    repository.pulls.set(pull.number, pull);
    repository.git.writeRef(`refs/pull/${pull.number}/head`, pull.headSha);
    pull.size = sizeOf(await changesOf(repository, pull));
    return { number: pull.number, headSha: pull.headSha };
  }

  /** A plain issue, to be commented on. */
  openIssue(title = 'An issue', author: string | null = 'ada'): { readonly number: number } {
    const origin = { id: this.world.nextId(), number: this.nextNumber(), createdAt: isoTime(this.world) };
    const issue: IssueState = { ...origin, title, login: author };
    this.repository.issues.set(issue.number, issue);
    return { number: issue.number };
  }

  /** The pull request's state; change it to bring about what the methods below do not name. */
  pull(number: number): PullState {
    const pull = this.repository.pulls.get(number);
    if (pull === undefined) throw new Error(`${this.fullName} has no pull request #${number}`);
    return pull;
  }

  async retarget(number: number, base: string): Promise<void> {
    const pull = this.pull(number);
    this.touch(number, { baseRef: base, baseSha: this.tip(base) });
    pull.size = sizeOf(await changesOf(this.repository, pull));
  }

  /** Let `base.sha` show the base branch as it stands now. */
  refreshBase(number: number): void {
    this.touch(number, { baseSha: this.tip(this.pull(number).baseRef) });
  }

  /** A pull request that is opened again shows its branch as it stands now. */
  setState(number: number, state: 'open' | 'closed' | 'merged'): void {
    const now = isoTime(this.world);
    const isOpen = state === 'open';
    const { headBranch, headSha } = this.pull(number);
    this.touch(number, {
      state: isOpen ? 'open' : 'closed',
      closedAt: isOpen ? null : now,
      mergedAt: state === 'merged' ? now : null,
      headSha: (isOpen ? this.repository.git.branchTip(headBranch) : null) ?? headSha,
    });
  }

  setDraft(number: number, isDraft: boolean): void {
    this.touch(number, { isDraft });
  }

  setLabels(number: number, labels: readonly string[]): void {
    this.touch(number, { labels: [...labels] });
  }

  /** Delete the fork a pull request came from: `head.repo` and `head.user` become null. */
  deleteFork(number: number): void {
    this.touch(number, { headRepo: null });
  }

  /** Let a test have the last word on the listed files, e.g. to drop a patch or name another head. */
  rewriteFiles(number: number, rewrite: PullState['rewriteFiles']): void {
    this.touch(number, { rewriteFiles: rewrite });
  }

  comment(
    number: number,
    start: { readonly body: string; readonly author?: string | null; readonly isBot?: boolean },
  ): CommentState {
    const author = start.author === undefined ? 'ada' : start.author;
    const isBot = start.isBot ?? false;
    const login = isBot && author !== null && !isBotLogin(author) ? `${author}[bot]` : author;
    return addComment(this.world, this.repository, { issue: number, login, isByApp: isBot, body: start.body });
  }

  /** Everything said on an issue or pull request, oldest first, with its reactions. */
  comments(number: number): readonly CommentState[] {
    return [...this.repository.comments.values()].filter((comment) => comment.issue === number);
  }

  /** A check run of someone else (or, with our slug, of an earlier life of ours). */
  addCheckRun(
    start: { readonly name: string; readonly headSha: string; readonly appSlug?: string },
    change: Partial<CheckRunState> = {},
  ): CheckRunState {
    const run = createCheckRun(this.world, this.repository, { appSlug: 'other-checks', ...start });
    Object.assign(run, change);
    noteMoment(run);
    return run;
  }

  private async follow(branch: string, sha: string, lag: Lag): Promise<void> {
    for (const pull of this.repository.pulls.values()) {
      if (pull.headBranch !== branch || pull.state !== 'open') continue;
      pull.lag = { oldHeadSha: pull.headSha, details: lag.lagDetails ?? 0, files: lag.lagFiles ?? 0 };
      this.touch(pull.number, { headSha: sha });
      this.repository.git.writeRef(`refs/pull/${pull.number}/head`, sha);
      pull.size = sizeOf(await changesOf(this.repository, pull));
    }
  }

  private touch(number: number, change: Partial<PullState>): void {
    const pull = this.pull(number);
    Object.assign(pull, change, { updatedAt: isoTime(this.world), revision: pull.revision + 1 });
  }

  private nextNumber(): number {
    return 1 + this.repository.pulls.size + this.repository.issues.size;
  }
}
