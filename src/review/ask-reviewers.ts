import { createRunBudget, runCall } from './call/index.js';
import type { Gathered } from './gather.js';
import { carryResults, changeDigestOf, toKeptResults } from './lifecycle/index.js';
import { maskSecrets } from './mask-secrets.js';
import type { Analysis } from './model/analysis.js';
import type { CallResult } from './model/call.js';
import { limitsOf } from './plan/index.js';
import type { ReviewModel } from './ports/index.js';
import type { ReviewRun, ReviewWorld } from './run-review.js';

/** What reviewers say of the change; the same change needs no second asking. No secret stands any more in what is given. */
export async function askReviewers(
  run: ReviewRun,
  gathered: Gathered & { readonly analysis: Analysis },
  world: ReviewWorld,
  startedAtMs: number,
): Promise<{ readonly results: readonly CallResult[]; readonly carriedFrom: string | null }> {
  const { movement, prepared } = gathered;
  if (world.model === null || movement !== null || prepared.servingOrder.length === 0)
    return { results: [], carriedFrom: null };
  const changeDigest = changeDigestOf(gathered, run.target.authorText);
  const recalled = (await world.recall?.()) ?? null;
  const carried = recalled && carryResults(recalled.kept, changeDigest, prepared);
  if (recalled !== null && carried !== null) {
    await world.keep?.(recalled.kept);
    return { results: carried, carriedFrom: recalled.headSha };
  }
  const results = [await callPrimary(run, gathered, { ...world, model: world.model }, startedAtMs)];
  const kept = toKeptResults(changeDigest, results);
  if (kept !== null) await world.keep?.(kept);
  return { results, carriedFrom: null };
}

/** The listing looked at the target, after `startedAtMs`: no later look is claimed. */
function callPrimary(
  run: ReviewRun,
  gathered: Gathered & { readonly analysis: Analysis },
  world: ReviewWorld & { readonly model: ReviewModel },
  startedAtMs: number,
): Promise<CallResult> {
  world.progress({ kind: 'reviewing' });
  const limits = limitsOf(run.ceiling, run.settings);
  return runCall(
    {
      callId: 'primary',
      target: run.target,
      prepared: gathered.prepared,
      facts: gathered.analysis.facts,
      language: run.settings.language,
      focus: run.settings.focus,
      requestedFocus: run.focus && maskSecrets(run.focus, gathered.analysis.secrets),
      instructions: gathered.instructions,
      houseRubric: gathered.houseRubric,
      limits,
      runSecret: run.runSecret,
      lastCheckedAtMs: startedAtMs,
    },
    {
      model: world.model,
      clock: world.clock,
      recheck: () => world.source.recheck(run.target, world.signal),
      progress: world.progress,
      budget: createRunBudget(limits),
      signal: world.signal,
      log: world.log,
    },
  );
}
