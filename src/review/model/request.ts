/** Someone who acts on the provider. A ghost (deleted account) has the login `ghost`. */
export type Actor = { readonly login: string; readonly isBot: boolean };

export type RepositoryRef = { readonly owner: string; readonly name: string; readonly id: number };

/** A `/review` comment, understood. Paths and focus narrow a review, they never widen it. */
export type ReviewCommand = {
  readonly mode: 'standard';
  /** `/review again`: also when nothing has changed since the last one. */
  readonly isForced: boolean;
  readonly paths: readonly string[];
  readonly focus: string | null;
};

/** What a person asks for besides a review. */
export type Order =
  | { readonly kind: 'help' | 'cancel' | 'pause' | 'continue' | 'skip_checks' }
  | {
      readonly kind: 'dismiss' | 'resolve' | 'reopen';
      /** Numbers of findings: 3 is `F3`. At least one. */
      readonly findings: readonly number[];
      /** The person's words; untrusted. */
      readonly why: string | null;
    };

/** What made a review start. */
export type Trigger =
  | { readonly kind: 'comment'; readonly commentId: number; readonly actor: Actor; readonly command: ReviewCommand }
  /** A command that is not known or does not exist yet: gets one short reply. */
  | { readonly kind: 'bad_command'; readonly commentId: number; readonly actor: Actor; readonly reply: string }
  | {
      readonly kind: 'opened' | 'reopened' | 'ready_for_review' | 'pushed' | 'retargeted';
      /** Who opened or pushed. */
      readonly actor: Actor;
    }
  /** *Re-run* pressed on GitHub, which has put the check back to queued. */
  | { readonly kind: 'rerequested'; readonly actor: Actor }
  /** Somebody who may command has spoken of a finding: what is known is told anew. */
  | { readonly kind: 'disposed'; readonly actor: Actor }
  /** Our button *Review again*. */
  | { readonly kind: 'button'; readonly actor: Actor };

type Delivered = {
  /** `X-GitHub-Delivery`; a redelivery keeps it. */
  readonly deliveryId: string;
  readonly installationId: number;
  readonly repository: RepositoryRef;
};

/** What a delivery asks for, as values. */
export type Intent = RepositoryIntent | ErasingIntent;

/** The App, or a repository, is gone, and with it whatever was kept of it. */
export type ErasingIntent = {
  readonly kind: 'erase';
  readonly deliveryId: string;
  readonly installationId: number;
  /** Null: every repository of the installation. */
  readonly repositoryIds: readonly number[] | null;
};

/** About one repository. */
export type RepositoryIntent = Delivered &
  (
    | {
        readonly kind: 'review';
        /** Null when the delivery names only a commit: every open pull request with that head is meant. */
        readonly pullRequest: number | null;
        /** The head the delivery speaks of; null for comments, which do not say. */
        readonly headSha: string | null;
        readonly trigger: Trigger;
      }
    | {
        readonly kind: 'order';
        readonly pullRequest: number;
        readonly order: Order;
        readonly actor: Actor;
        /** Null when a button was pressed. */
        readonly commentId: number | null;
      }
    | { readonly kind: 'stop'; readonly pullRequest: number; readonly reason: 'closed' | 'drafted' }
    | { readonly kind: 'merge_group'; readonly headSha: string; readonly headRef: string; readonly baseRef: string }
  );

/** Answer of the permission API, `unknown` when it could not be learnt (which means no). */
export type Permission = 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none' | 'unknown';

/** A pull request as the provider has it now. */
export type PullRequestFacts = {
  readonly number: number;
  readonly isOpen: boolean;
  readonly isDraft: boolean;
  readonly author: Actor;
  readonly headSha: string;
  readonly headRef: string;
  readonly baseRef: string;
  readonly labels: readonly string[];
};
