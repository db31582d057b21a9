import type { Limits } from '../limits.js';
import type { Fact } from '../model/analysis.js';
import type { PreparedTarget } from '../model/prepared-target.js';
import type { Movement, PinnedTarget } from '../model/target.js';
import type { Clock, Log, Progress, ReviewModel } from '../ports/index.js';
import type { RepositoryInstructions } from '../rubric/index.js';
import type { Settings } from '../settings.js';
import type { RunBudget } from './run-budget.js';

/** What one call is to do. */
export type CallSpec = {
  readonly callId: string;
  readonly target: PinnedTarget;
  readonly prepared: PreparedTarget;
  /** What static checks say of the change, for the reviewer to check. */
  readonly facts: readonly Fact[];
  /** Language of the findings. */
  readonly language: string;
  /** The repository's extra instructions for some paths. */
  readonly focus: Settings['focus'];
  /** What the person who asked wants looked at. */
  readonly requestedFocus: string | null;
  readonly instructions: RepositoryInstructions;
  /** The repository's own reviewing rules, of the base revision. */
  readonly houseRubric: { readonly path: string; readonly text: string } | null;
  readonly limits: Limits;
  /** Unguessable by authors: the nonces of fences are derived from it. */
  readonly runSecret: string;
  /** When the target was last known not to have moved. */
  readonly lastCheckedAtMs: number;
};

export type CallDeps = {
  readonly model: ReviewModel;
  readonly clock: Clock;
  /** Look at the target again. */
  readonly recheck: () => Promise<Movement>;
  readonly progress: Progress;
  /** Shared by all calls of the run. */
  readonly budget: RunBudget;
  readonly signal: AbortSignal;
  readonly log: Log;
};
