import { canonicalJson, digestOf } from '../digest.js';
import type { RevisionJob } from '../model/record.js';
import type { Trigger } from '../model/request.js';
import { RUBRIC_VERSION } from '../rubric/index.js';
import type { IntakeWorld } from './intake-world.js';
import { headOf, type PullRequestRun } from './pull-request-run.js';

/** What a run would do, as far as it is known before the change is read. */
export function jobOf(run: PullRequestRun, { model }: Pick<IntakeWorld, 'model'>): RevisionJob {
  const command = run.trigger.kind === 'comment' ? run.trigger.command : null;
  return {
    headSha: headOf(run),
    baseRef: run.facts.baseRef,
    mergeBaseSha: null,
    mode: command?.mode ?? 'standard',
    paths: [...new Set(command?.paths ?? [])].sort(),
    focus: command?.focus ?? null,
    modelId: model?.id ?? null,
    settingsDigest: digestOf(canonicalJson(run.settings)),
    rubricVersion: RUBRIC_VERSION,
  };
}

/** Equal for runs of which one is enough; null for one that is asked for in any case. */
export function jobKeyOf(run: PullRequestRun, world: Pick<IntakeWorld, 'model'>): string | null {
  return isForced(run.trigger) ? null : digestOf(canonicalJson(jobOf(run, world)));
}

/** Asked for also when there is nothing new to review. */
export function isForced(trigger: Trigger): boolean {
  if (trigger.kind === 'comment') return trigger.command.isForced;
  return trigger.kind === 'rerequested' || trigger.kind === 'button';
}
