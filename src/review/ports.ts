import type { SourceFile } from './model/changed-file.js';
import type { Limitation } from './model/coverage.js';
import type { Binding } from './model/evidence.js';
import type { Finding } from './model/finding.js';
import type { Conclusion, Report } from './model/report.js';
import type { Intent, Permission, PullRequestFacts } from './model/request.js';
import type { StopReason } from './model/run-stopped.js';
import type { Movement, PinnedTarget } from './model/target.js';

/** Time, so that no test needs to wait and no report depends on the hour. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolve after `ms`; reject with the signal's reason as soon as it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Static messages with facts beside them. No source text, no prompt, no secret. */
export interface Log {
  info(facts: Record<string, unknown>, message: string): void;
  warn(facts: Record<string, unknown>, message: string): void;
  error(facts: Record<string, unknown>, message: string): void;
}

export type FileListing = {
  readonly files: readonly SourceFile[];
  /** Files the source knows to have changed but did not list. */
  readonly omittedFileCount: number;
  readonly limitations: readonly Limitation[];
};

/**
 * Where a change comes from. One instance serves one run.
 * Every method may reject with a `PlumblineError` (the source cannot be read) or the signal's reason.
 */
export interface ChangeSource {
  /** Pin base, head and merge base. Called once, first. */
  pin(signal: AbortSignal): Promise<PinnedTarget>;
  /** How the local repository relates to the pinned head. */
  binding(target: PinnedTarget, signal: AbortSignal): Promise<Binding>;
  /** List every changed file with its patch. `moved` as soon as a page of the listing belongs to another target. */
  listFiles(
    target: PinnedTarget,
    signal: AbortSignal,
  ): Promise<
    | { readonly kind: 'listed'; readonly listing: FileListing }
    | { readonly kind: 'moved'; readonly movement: Extract<Movement, { kind: 'moved' }> }
  >;
  /** Read the ends again and compare commits (in a workspace: the snapshot). Never rejects for a provider failure: that is `unreadable`. */
  recheck(target: PinnedTarget, signal: AbortSignal): Promise<Movement>;
  /**
   * Read files of the base revision (never of the change). Answers only those that exist, are text and have at most
   * `maxBytes` bytes, under the path asked for; `isPartial` when some could not be looked up.
   */
  readBaseFiles(
    target: PinnedTarget,
    paths: readonly string[],
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<{ readonly files: ReadonlyMap<string, string>; readonly isPartial: boolean }>;
}

export type ToolSpec = {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments: an object, every property required, nothing additional. */
  readonly parameters: Record<string, unknown>;
};

export type ToolCall = { readonly id: string; readonly name: string; readonly argumentsJson: string };

export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly toolCallId: string; readonly text: string };

export type ModelRequest = {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSpec[];
  /** Name of the tool that carries the answer. An endpoint without tools is asked for its arguments as JSON text. */
  readonly answerTool: string;
  readonly maxOutputTokens: number;
  /** Left out when null. */
  readonly temperature: number | null;
  readonly idleTimeoutMs: number;
  /**
   * Called before every HTTP request leaves, with what it is estimated to cost. Throws when the budget is spent; the error
   * passes through `respond` unchanged. What is not counted did not happen.
   */
  readonly onRequest: (estimate: { readonly inputTokens: number }) => void;
};

export type ModelResponse = {
  /** Visible text with reasoning (`<think>` blocks) removed. */
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly finish: {
    readonly unified: 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'refusal' | 'other';
    /** The endpoint's own word. */
    readonly raw: string | null;
  };
  /** What the model said when it refused; null otherwise. */
  readonly refusal: string | null;
  /** Of this response alone; null when the endpoint told none. */
  readonly usage: {
    readonly inputTokens: number;
    readonly cachedInputTokens: number;
    readonly outputTokens: number;
  } | null;
  readonly modelId: string;
  /** How the answer was asked for: whether tools were offered, or which JSON form. */
  readonly protocol: 'tools' | 'json_schema' | 'json_object' | 'text';
};

/** A model behind any OpenAI-compatible endpoint. Rejects with a `ModelFailure`, or with what `onRequest` threw. */
export interface ReviewModel {
  /** The configured name. */
  readonly id: string;
  /** Send one request. Falls down the ladder tools → json_schema → json_object → text when the endpoint refuses a form, and remembers. Never retries otherwise. */
  respond(request: ModelRequest, signal: AbortSignal): Promise<ModelResponse>;
}

export type ProgressPhase =
  | { readonly kind: 'reading' }
  | { readonly kind: 'read'; readonly fileCount: number }
  | { readonly kind: 'reviewing' }
  | { readonly kind: 'waiting'; readonly reason: 'rate_limit' | 'overload' | 'no_answer'; readonly waitMs: number }
  | { readonly kind: 'rechecking' };

/** Told of every change of phase; must neither throw nor block. */
export type Progress = (phase: ProgressPhase) => void;

/** The end of a check: a report, or a plain notice when no review took place. */
export type Completion =
  | { readonly kind: 'report'; readonly report: Report }
  | {
      readonly kind: 'notice';
      readonly conclusion: Conclusion;
      readonly title: string;
      /** One paragraph each. */
      readonly lines: readonly string[];
    };

/** The end of another open pull request's review on the same commit. */
export type SiblingConclusion = {
  readonly pullRequest: number;
  readonly conclusion: Conclusion;
  readonly title: string | null;
};

/** One check run's life: opened once, told of progress, completed exactly once. */
export interface CheckPublisher {
  /** Look for the run's own check first, create it otherwise. Safe to call again after a doubtful error. */
  open(start: { readonly headSha: string; readonly isQueued: boolean }): Promise<void>;
  progress(phase: ProgressPhase): void;
  /**
   * Do ahead whatever completing a report with these findings takes, so that its one last write follows the last look at the
   * target at once. Never rejects: what fails here is done again by `complete`. No progress is shown afterwards.
   */
  prepare?(findings: readonly Finding[]): Promise<void>;
  /** Writes everything and the conclusion last. Resolves only when the check stands completed; rejects when it does not. */
  complete(completion: Completion): Promise<void>;
}

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
  /** Latest completed conclusion of our check of this name on the pull request's head; null when there is none. */
  readConclusion(pullRequest: number, checkName: string, signal: AbortSignal): Promise<Conclusion | null>;
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
  }): CheckPublisher;
}

/** Where accepted deliveries go. Resolves when the intent is safely kept; its work starts afterwards. */
export interface IntentQueue {
  /** `duplicate` when the delivery id is known already. */
  enqueue(intent: Intent): Promise<'enqueued' | 'duplicate'>;
}

/** Where reviews run: a bounded number at once, and of one record (one pull request) only the newest. */
export interface RunSlots {
  /** A run that starts now would have to wait. */
  isFull(): boolean;
  /**
   * Run `work` when a place is free. An older run of the same record is stopped: its signal aborts with a `RunStopped`.
   * Rejects with what `work` rejects with, or with the `RunStopped` when it was stopped while it waited.
   */
  run<Result>(record: string, headSha: string | null, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** Stop what runs or waits for this record, if anything does. */
  stop(record: string, stop: StopReason): void;
}
