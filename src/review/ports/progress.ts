export type ProgressPhase =
  | { readonly kind: 'reading' }
  | { readonly kind: 'read'; readonly fileCount: number }
  /** Static checks run. */
  | { readonly kind: 'checking' }
  | { readonly kind: 'reviewing' }
  | { readonly kind: 'waiting'; readonly reason: 'rate_limit' | 'overload' | 'no_answer'; readonly waitMs: number }
  | { readonly kind: 'rechecking' };

/** Told of every change of phase; must neither throw nor block. */
export type Progress = (phase: ProgressPhase) => void;
