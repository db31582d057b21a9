/** Why a run was told to stop. */
export type StopReason =
  | { readonly kind: 'superseded'; readonly headSha: string | null }
  | { readonly kind: 'closed' }
  | { readonly kind: 'drafted' }
  /** By a person, whose login it is. */
  | { readonly kind: 'cancelled' | 'paused'; readonly by: string }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'shutdown' };

/** The reason an aborted run's signal carries. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';

  constructor(readonly stop: StopReason) {
    super(`the run was stopped: ${stop.kind}`);
  }
}
