import { PlumblineError } from '../errors.js';
import type { StaticCheck } from '../model/analysis.js';
import type { CallFailure } from '../model/call.js';
import type { Coverage, Freshness } from '../model/coverage.js';
import type { Finding, Severity } from '../model/finding.js';
import type { Conclusion, Verdict } from '../model/report.js';
import { isAtLeast } from '../settle/index.js';

export type Standing = {
  readonly coverage: Coverage;
  readonly freshness: Freshness;
  readonly findings: readonly Finding[];
  readonly failure: CallFailure | null;
  readonly checks: readonly Pick<StaticCheck, 'checkedPaths'>[];
};

export type ConclusionPolicy = { readonly failOn: Severity | 'never'; readonly strictCoverage: boolean };

/** Worst first. What blocks a merge stands before what does not. */
const WORST_FIRST: readonly Conclusion[] = ['failure', 'action_required', 'cancelled', 'neutral', 'skipped', 'success'];

/** Say what the run can state about the change; `not_assessed` when nothing of it was read. */
export function verdictOf({ coverage, findings }: Pick<Standing, 'coverage' | 'findings'>): Verdict {
  if (coverage.state === 'failed') return 'not_assessed';
  if (findings.some(isPublished)) return 'findings';
  const isRead = coverage.rows.some(({ state }) => state === 'reviewed' || state === 'partially_reviewed');
  return isRead ? 'no_findings' : 'not_assessed';
}

/**
 * Decide the end of the check run. With `strictCoverage` everything that is not complete and current is
 * `action_required`. Otherwise a published finding at or above `failOn` fails the check also when coverage is limited (more
 * reading cannot unsay it), but never when the target moved, its movement is unknown, or nothing was assessed.
 */
export function decideConclusion(standing: Standing, policy: ConclusionPolicy): Conclusion {
  const { coverage, freshness, findings } = standing;
  const isWhole = coverage.state === 'complete' && freshness === 'current';
  if (policy.strictCoverage && !isWhole) return 'action_required';
  if (isWithoutWeight(standing)) return isCancelled(standing) ? 'cancelled' : 'neutral';
  if (hasFailingFinding(standing, policy.failOn)) return 'failure';
  return isWhole && !findings.some(isPublished) ? 'success' : 'neutral';
}

/** Whether a published finding reaches the threshold in a run that has weight, however much of the target was read. */
export function hasFailingFinding(standing: Omit<Standing, 'failure' | 'checks'>, failOn: Severity | 'never'): boolean {
  if (isWithoutWeight(standing)) return false;
  return standing.findings.filter(isPublished).some(({ severity }) => reaches(severity, failOn));
}

/** The conclusion that speaks for several pull requests on one head. Throws `invariant_broken` when there is none to speak for. */
export function worstConclusion(conclusions: readonly Conclusion[]): Conclusion {
  const worst = WORST_FIRST.find((conclusion) => conclusions.includes(conclusion));
  if (worst === undefined) throw new PlumblineError('invariant_broken', { what: 'no conclusion to choose from' });
  return worst;
}

/** Whether a finding is published: the only ones that weigh. */
export function isPublished({ decision }: Pick<Finding, 'decision'>): boolean {
  return decision.state === 'published';
}

function isWithoutWeight({ coverage, freshness }: Pick<Standing, 'coverage' | 'freshness'>): boolean {
  return coverage.state === 'failed' || freshness !== 'current';
}

function isCancelled({ coverage, freshness, failure }: Standing): boolean {
  return coverage.state === 'failed' && freshness !== 'stale' && failure?.reason === 'cancelled';
}

function reaches(severity: Severity, failOn: Severity | 'never'): boolean {
  return failOn !== 'never' && isAtLeast(severity, failOn);
}
