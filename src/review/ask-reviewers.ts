import { aliasPaths, maskAuthor, maskTarget } from './analyze/index.js';
import { createRunBudget, runCall } from './call/index.js';
import type { Gathered } from './gather.js';
import { carryResults, changeDigestOf, toKeptResults } from './lifecycle/index.js';
import type { Analysis } from './model/analysis.js';
import type { CallResult } from './model/call.js';
import { limitsOf } from './plan/index.js';
import type { ReviewModel } from './ports/index.js';
import type { ReviewRun, ReviewWorld } from './run-review.js';

/** What reviewers say of the change; the same change needs no second asking. */
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
async function callPrimary(
  run: ReviewRun,
  gathered: Gathered & { readonly analysis: Analysis },
  world: ReviewWorld & { readonly model: ReviewModel },
  startedAtMs: number,
): Promise<CallResult> {
  world.progress({ kind: 'reviewing' });
  const limits = limitsOf(run.ceiling, run.settings);
  const { facts, secrets } = gathered.analysis;
  const shown = aliasPaths(maskTarget(gathered.prepared, secrets), facts, secrets);
  const result = await runCall(
    {
      callId: 'primary',
      target: maskAuthor(run.target, secrets),
      prepared: shown.prepared,
      facts: shown.facts,
      language: run.settings.language,
      focus: run.settings.focus,
      requestedFocus: run.focus,
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
  return shown.restore(result);
}
