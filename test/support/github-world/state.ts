import type { KeyObject } from 'node:crypto';
import type { FaultTable } from './faults.js';
import type { GitStore } from './git-store.js';
import type { WorldLimits } from './limits.js';
import type { RequestLog } from './request-log.js';

export type PermissionLevel = 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none';
export type Access = 'none' | 'read' | 'write';

export type AppState = {
  id: number;
  slug: string;
  privateKey: string;
  publicKey: KeyObject;
  webhookSecret: string;
  /** What the installation grants; every route says what it needs. */
  permissions: Map<string, Access>;
  /** What the App is subscribed to. */
  events: string[];
  /** Null: the App has no webhook. */
  hook: HookState | null;
  /** Tries of deliveries, in the order in which they were made. */
  deliveries: DeliveryState[];
};

export type HookState = {
  url: string;
  contentType: 'json' | 'form';
  isInsecure: boolean;
  /** Whether deliveries are signed. */
  hasSecret: boolean;
};

export type DeliveryState = {
  id: number;
  guid: string;
  event: string;
  action: string | null;
  deliveredAt: string;
  isRedelivery: boolean;
  /** 0 when there was no answer. */
  statusCode: number;
  status: string;
};

export type TokenState = {
  token: string;
  installationId: number;
  permissions: ReadonlyMap<string, Access>;
  expiresAtMs: number;
  /** Requests still refused with 401 because the token is very young. */
  refusals: number;
};

export type Annotation = {
  path: string;
  start_line: number;
  end_line: number;
  start_column: number | null;
  end_column: number | null;
  annotation_level: 'notice' | 'warning' | 'failure';
  message: string;
  title: string | null;
  raw_details: string | null;
};

export type CheckAction = { label: string; description: string; identifier: string };

/** One written state of a check run, in the order in which it was written. */
export type CheckMoment = {
  status: string;
  conclusion: string | null;
  title: string | null;
  summary: string | null;
  /** Annotations accumulated so far. */
  annotations: number;
};

export type CheckRunState = {
  id: number;
  suiteId: number;
  appSlug: string;
  name: string;
  headSha: string;
  externalId: string;
  detailsUrl: string | null;
  status: 'queued' | 'in_progress' | 'completed' | 'waiting' | 'requested' | 'pending';
  conclusion: string | null;
  startedAt: string;
  completedAt: string | null;
  title: string | null;
  summary: string | null;
  text: string | null;
  annotations: Annotation[];
  actions: CheckAction[];
  history: CheckMoment[];
};

export type ReactionState = { id: number; login: string; content: string; createdAt: string };

export type CommentState = {
  id: number;
  /** Number of the issue or pull request. */
  issue: number;
  /** Null for a ghost. */
  login: string | null;
  isByApp: boolean;
  body: string;
  createdAt: string;
  updatedAt: string;
  reactions: ReactionState[];
};

/** A plain issue, so that a comment on one can be told from a comment on a pull request. */
export type IssueState = { id: number; number: number; title: string; login: string | null; createdAt: string };

export type PullSize = { commits: number; additions: number; deletions: number; changedFiles: number };

export type PullState = {
  id: number;
  number: number;
  title: string;
  body: string | null;
  /** Null for a ghost. */
  login: string | null;
  /** Branch as the store knows it (`topic`, `ada:topic`). */
  headBranch: string;
  headRef: string;
  headOwner: string;
  /** Null once the fork was deleted. */
  headRepo: { owner: string; id: number; isFork: boolean } | null;
  headSha: string;
  baseRef: string;
  /** What `base.sha` shows: the tip when the pull request was opened, until something refreshes it. */
  baseSha: string;
  state: 'open' | 'closed';
  mergedAt: string | null;
  closedAt: string | null;
  isDraft: boolean;
  labels: string[];
  requestedReviewers: string[];
  mergeableState: string;
  createdAt: string;
  updatedAt: string;
  /** Grows with every touch, so that ETags change even when the clock stands still. */
  revision: number;
  /** Numbers a delivery tells; taken when the pull request was opened, pushed to or retargeted. */
  size: PullSize;
  /** Older views still served to the next requests. */
  lag: { oldHeadSha: string; details: number; files: number };
  /** Last word of a test on the listed files. */
  rewriteFiles: ((files: Record<string, unknown>[]) => Record<string, unknown>[]) | null;
};

/** Older views GitHub still serves right after a push: so many detail answers and file listings. */
export type Lag = { readonly lagDetails?: number; readonly lagFiles?: number };

export type RepositoryState = {
  id: number;
  owner: string;
  name: string;
  isPrivate: boolean;
  isInstalled: boolean;
  defaultBranch: string;
  protectedBranches: Set<string>;
  git: GitStore;
  pulls: Map<number, PullState>;
  issues: Map<number, IssueState>;
  comments: Map<number, CommentState>;
  checkRuns: Map<number, CheckRunState>;
  /** `appSlug@headSha` → suite id. */
  suites: Map<string, number>;
  permissions: Map<string, PermissionLevel>;
  createdAt: string;
};

export type WorldState = {
  now: () => number;
  app: AppState;
  installationId: number;
  /** A personal access token of `octocat`. */
  token: string;
  /** When it ends, as GitHub writes it (`2026-10-01 12:00:00 UTC`); null: never. */
  tokenExpiry: string | null;
  /** What the installation has accepted, when that is less than the App asks for. */
  acceptedPermissions: Map<string, Access> | null;
  isInstalled: boolean;
  tokens: Map<string, TokenState>;
  youngTokenRefusals: number;
  repositories: Map<string, RepositoryState>;
  users: Map<string, { id: number; exists: boolean }>;
  faults: FaultTable;
  log: RequestLog;
  limits: WorldLimits;
  /** Origin of the server, once it listens. */
  origin: string;
  nextId: () => number;
};

export function isoTime(state: Pick<WorldState, 'now'>): string {
  return new Date(state.now()).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Names of repositories and people are the same whatever their case. */
export function findRepository(state: WorldState, fullName: string): RepositoryState | undefined {
  return state.repositories.get(fullName.toLowerCase());
}
