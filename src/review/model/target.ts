/** What is reviewed, in the words of the person who asked. `pull_request` is read from a provider, the others from git. */
export type TargetRequest =
  | { readonly kind: 'pull_request'; readonly owner: string; readonly repo: string; readonly number: number }
  | { readonly kind: 'base'; readonly branch: string }
  | { readonly kind: 'range'; readonly from: string; readonly to: string; readonly symmetric: boolean }
  | { readonly kind: 'commit'; readonly sha: string }
  | { readonly kind: 'uncommitted' };

export type TargetSource = 'workspace' | 'git_range' | 'pull_request';

/** Identity of a repository. `id` is the provider's number (names are reused); null for a local one. */
export type RepositoryIdentity = {
  readonly host: string;
  readonly id: number | null;
  /** `owner/name`, or the folder's name for a local repository. Shown, never compared when `id` is known. */
  readonly name: string;
};

/** A target whose ends no longer depend on names: 40-hex commits, null only where none exists (a workspace has no head commit of its own). */
export type PinnedTarget = {
  readonly source: TargetSource;
  readonly repository: RepositoryIdentity;
  /** For people: `#12`, `main...HEAD`, `uncommitted changes`. */
  readonly label: string;
  readonly baseRef: string | null;
  readonly baseSha: string | null;
  readonly headSha: string | null;
  readonly mergeBaseSha: string | null;
  /** The author's own words (title, description, commit message). Untrusted: shown to a reviewer as data only. */
  readonly authorText: { readonly title: string; readonly body: string } | null;
  /** Digest of everything that may move in a workspace; null elsewhere. Compared by `recheck`, not part of the target fingerprint. */
  readonly snapshot: string | null;
  /** What a person should know of how the ends were found, one sentence each. */
  readonly notices?: readonly string[];
};

/** What a second look at the provider (or the work tree) says about a pinned target. */
export type Movement =
  | { readonly kind: 'unmoved' }
  | {
      readonly kind: 'moved';
      readonly what: 'head' | 'base_ref' | 'merge_base' | 'content';
      readonly from: string;
      readonly to: string;
    }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** What moved, in the words that people are shown. */
export const MOVED_WORDS = {
  head: 'the head moved',
  base_ref: 'the base was changed',
  merge_base: 'the merge base moved',
  content: 'the files changed',
} as const satisfies Record<Extract<Movement, { kind: 'moved' }>['what'], string>;
