import { conclude } from './conclude/index.js';
import type { Gathered } from './gather.js';
import type { Analysis } from './model/analysis.js';
import type { CallResult } from './model/call.js';
import type { Finding } from './model/finding.js';
import type { Report } from './model/report.js';
import type { Movement, PinnedTarget } from './model/target.js';
import type { ReviewRun, ReviewWorld } from './run-review.js';

/** The last step, which may be made again: a report that could not be written for long is about the target as it is by then. */
export function createConclude(
  run: ReviewRun,
  world: ReviewWorld,
  done: {
    readonly gathered: Gathered;
    readonly analysis: Analysis;
    readonly results: readonly CallResult[];
    /** Head of the run whose answers these are; null: its own. */
    readonly carriedFrom: string | null;
    readonly findings: readonly Finding[];
    readonly startedAtMs: number;
  },
): () => Promise<Report> {
  const { analysis, carriedFrom, findings, gathered, results, startedAtMs } = done;
  let endedAtMs: number | null = null;
  return async () => {
    const movement = gathered.movement ?? (await recheck(run.target, world));
    endedAtMs ??= world.clock.now();
    return conclude({
      runId: run.runId,
      mode: 'standard',
      label: run.target.label,
      evidence: gathered.prepared.evidence,
      results,
      checks: analysis.checks,
      uncheckedPaths: analysis.uncheckedPaths,
      findings,
      record: run.record,
      movement,
      settings: run.settings,
      notices: [
        ...run.settingsProblems,
        ...carriedNotice(carriedFrom),
        ...gathered.notices,
        ...analysis.notices,
        ...unheard(run, world),
      ],
      limitations: [
        ...(run.settingsProblems.length > 0 ? (['settings_invalid'] as const) : []),
        ...(gathered.instructions.isCut ? (['instructions_cut'] as const) : []),
        ...(analysis.areSecretsUnchecked ? (['secrets_unchecked'] as const) : []),
        ...(world.model === null ? (['no_model'] as const) : []),
      ],
      modelId: world.model?.id ?? null,
      startedAtMs,
      endedAtMs,
    });
  };
}

/** A run that was stopped looks no further: what it has is told, and whether it is current is not known. */
async function recheck(target: PinnedTarget, { progress, signal, source }: ReviewWorld): Promise<Movement> {
  const stopped = { kind: 'unreadable', reason: 'the run was stopped' } as const;
  if (signal.aborted) return stopped;
  progress({ kind: 'rechecking' });
  return source.recheck(target, signal).catch((error: unknown) => {
    if (signal.aborted) return stopped;
    throw error;
  });
}

/** Who reads what the review costs must know why this one cost nothing. */
function carriedNotice(headSha: string | null): readonly string[] {
  if (headSha === null) return [];
  return [
    `The change is the same as at ${headSha.slice(0, 7)}: what the reviewer said of it then was placed anew, without asking again.`,
  ];
}

/** What a person wants looked at only a model can understand. */
function unheard({ focus }: ReviewRun, { model }: Pick<ReviewWorld, 'model'>): readonly string[] {
  return focus !== null && model === null ? ['What was asked to be looked at needs a model, and none was asked.'] : [];
}
