import { aliasPaths, analyzeChange, hideSecrets } from './analyze/index.js';
import { askReviewers } from './ask-reviewers.js';
import { type Gathered, gather } from './gather.js';
import { continueFindings, type KeptResults } from './lifecycle/index.js';
import type { Limits } from './limits.js';
import { createConclude } from './look-and-conclude.js';
import { type Analysis, NO_ANALYSIS } from './model/analysis.js';
import type { Finding } from './model/finding.js';
import type { Manifest } from './model/manifest.js';
import type { ReviewRecord } from './model/record.js';
import type { Report } from './model/report.js';
import type { PinnedTarget } from './model/target.js';
import { buildManifest, limitsOf } from './plan/index.js';
import type { Analyzer, ChangeSource, Clock, Log, Progress, ReviewModel } from './ports/index.js';
import { isRule } from './rubric/index.js';
import type { Settings } from './settings.js';
import { settle } from './settle/index.js';

/** What is to be reviewed, and how. */
export type ReviewRun = {
  readonly runId: string;
  readonly target: PinnedTarget;
  readonly settings: Settings;
  /** Mistakes of the settings file, one sentence each. */
  readonly settingsProblems: readonly string[];
  /** What the operator allows at most. */
  readonly ceiling: Limits;
  /** Narrow the target to these files and folders; empty: all of it. */
  readonly paths: readonly string[];
  /** What the person who asked wants looked at. */
  readonly focus: string | null;
  /** What is known of earlier runs; null where runs have no record. */
  readonly record: ReviewRecord | null;
  /** Unguessable by authors: fences around untrusted text are derived from it. */
  readonly runSecret: string;
};

export type Recalled = { readonly kept: KeptResults; readonly headSha: string };

export type ReviewWorld = {
  readonly source: ChangeSource;
  /** Null: no model reads the change, static checks alone do. */
  readonly model: ReviewModel | null;
  readonly analyzers: readonly Analyzer[];
  readonly clock: Clock;
  readonly log: Log;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** Answers to the same questions about the same change, from an earlier run on `headSha`. */
  readonly recall?: () => Promise<Recalled | null>;
  /** Called with answers that hold for the same change on other commits. */
  readonly keep?: (results: KeptResults) => Promise<void>;
  /** Called with the settled findings before the target is looked at for the last time: what can be done ahead is done here. */
  readonly beforeLastLook?: (findings: readonly Finding[]) => Promise<void>;
};

export type ReviewOutcome =
  /** `lookAgain` gives the same report after another look at the target. */
  | { readonly kind: 'reviewed'; readonly report: Report; readonly lookAgain: () => Promise<Report> }
  /** The target exists and holds no change. Never a clean review. */
  | { readonly kind: 'nothing'; readonly reason: string };

export type PreviewOutcome =
  /** `notices`: one sentence each, as a report would have them. */
  | { readonly kind: 'planned'; readonly manifest: Manifest; readonly notices: readonly string[] }
  | Extract<ReviewOutcome, { kind: 'nothing' }>;

/** prepare and plan, and stop: what would be reviewed. Makes no model request. */
export async function previewReview(
  run: ReviewRun,
  world: Pick<ReviewWorld, 'source' | 'signal'> & { readonly modelId: string | null },
): Promise<PreviewOutcome> {
  const gathered = await gather(run, world.source, world.signal);
  const nothing = nothingIn(run, gathered);
  if (nothing !== null) return nothing;
  const limits = limitsOf(run.ceiling, run.settings);
  const { label } = run.target;
  return {
    kind: 'planned',
    manifest: buildManifest({
      prepared: aliasPaths(gathered.prepared, []).prepared,
      label,
      settings: run.settings,
      limits,
      modelId: world.modelId,
    }),
    notices: [...run.settingsProblems, ...gathered.notices],
  };
}

/**
 * The story: prepare, execute, settle, recheck, conclude. Rejects only when the source cannot be read at all, or with the
 * signal's reason before there is anything to report; every other failure is in the report.
 */
export async function runReview(run: ReviewRun, world: ReviewWorld): Promise<ReviewOutcome> {
  const startedAtMs = world.clock.now();
  world.progress({ kind: 'reading' });
  const read = await gather(run, world.source, world.signal);
  const nothing = nothingIn(run, read);
  if (nothing !== null) return nothing;
  world.progress({ kind: 'read', fileCount: read.prepared.evidence.files.length });

  const shown = hideSecrets(run.target, read, await analyze(run, read, world), world.model !== null);
  const { analysis, gathered } = shown;
  const asked = { ...run, target: { ...run.target, authorText: shown.authorText } };
  const { carriedFrom, results } = await askReviewers(asked, { ...gathered, analysis }, world, startedAtMs);
  const { evidence } = gathered.prepared;
  const settled = settle({
    candidates: results.flatMap((result) => result.candidates),
    facts: analysis.facts,
    readPages: results.flatMap((result) => result.readPages),
    evidence,
    minimumSeverity: run.settings.minimum_severity,
    isRule: (file, line) => isRule(gathered.instructions, file, line),
  });
  const findings = run.record === null ? settled : continueFindings(run.record, run.runId, settled);
  if (!world.signal.aborted) await world.beforeLastLook?.(findings);
  const lookAndConclude = createConclude(run, world, {
    gathered,
    analysis,
    results,
    carriedFrom,
    findings,
    startedAtMs,
  });
  return { kind: 'reviewed', report: await lookAndConclude(), lookAgain: lookAndConclude };
}

function nothingIn(
  run: ReviewRun,
  { movement, prepared }: Gathered,
): Extract<ReviewOutcome, { kind: 'nothing' }> | null {
  const { files, omittedFileCount } = prepared.evidence;
  if (movement !== null || files.length > 0 || omittedFileCount > 0) return null;
  const where = run.paths.length > 0 ? ` at ${run.paths.join(', ')}` : '';
  return { kind: 'nothing', reason: `no changed file${where} in ${run.target.label}` };
}

async function analyze(run: ReviewRun, gathered: Gathered, world: ReviewWorld): Promise<Analysis> {
  if (gathered.movement !== null) return NO_ANALYSIS;
  const analyzers = world.analyzers.filter(({ id }) => run.settings.analyzers[id]);
  if (analyzers.length > 0) world.progress({ kind: 'checking' });
  const { prepared, sources } = gathered;
  const input = { target: run.target, evidence: prepared.evidence, sources, analyzers };
  return analyzeChange(input, world.source, world.signal);
}
