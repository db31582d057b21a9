import type { StaticCheck } from '../model/analysis.js';
import type { CallResult } from '../model/call.js';
import {
  type Coverage,
  type CoverageRow,
  type CoverageState,
  LIMITATIONS,
  type Limitation,
} from '../model/coverage.js';
import type { Evidence } from '../model/evidence.js';
import type { Finding } from '../model/finding.js';

/** Facts about the evidence that mean something changed and was not read. The others are told and change nothing. */
const LOWERING: ReadonlySet<Limitation> = new Set<Limitation>([
  'mutable_workspace',
  'secrets_unchecked',
  'no_model',
  'narrowed',
  'provider_omitted',
  'acquisitions_spent',
  'too_many_files',
]);

export type CoverageFacts = {
  readonly rows: readonly CoverageRow[];
  readonly evidence: Evidence;
  readonly results: readonly CallResult[];
  readonly checks: readonly Pick<StaticCheck, 'checkedPaths'>[];
  readonly findings: readonly Pick<Finding, 'decision'>[];
  /** Besides those of the evidence. */
  readonly limitations: readonly Limitation[];
};

/**
 * Say how much of the target was assessed. `complete`: every file reviewed or acceptably excluded, nothing omitted, every
 * call assessed and every entry of its answer readable. `failed`: files were to be read and neither a call nor, without a model, a static check
 * assessed any, or nothing at all was listed. `limited`: anything between. A workspace is at best limited.
 */
export function summarizeCoverage(facts: CoverageFacts): Coverage {
  const limitations = limitationsOf(facts);
  const { rows, evidence } = facts;
  const { omittedFileCount } = evidence;
  return { state: stateOf(facts, limitations), rows, omittedFileCount, limitations };
}

/** Whether a file needs no more looking at: read whole, or left out by a rule the repository accepts. */
export function isCovered(row: CoverageRow): boolean {
  return row.state === 'reviewed' || (row.state === 'excluded' && row.isAccepted);
}

/** Whether these limitations, the named ones aside, leave nothing unread. */
export function isUnlimited(limitations: readonly Limitation[], aside: readonly Limitation[] = []): boolean {
  return limitations.every((limitation) => !LOWERING.has(limitation) || aside.includes(limitation));
}

function stateOf(facts: CoverageFacts, limitations: readonly Limitation[]): CoverageState {
  const { rows, evidence, results, findings } = facts;
  const isAssessed = results.some(({ outcome }) => outcome === 'assessed') || isCheckedAlone(facts, limitations);
  const hadWork = rows.some(({ state }) => state !== 'excluded') || results.length > 0;
  if (rows.length === 0 || (hadWork && !isAssessed)) return 'failed';
  const isWhole =
    rows.every(isCovered) &&
    evidence.omittedFileCount === 0 &&
    isUnlimited(limitations) &&
    results.every(({ outcome }) => outcome === 'assessed') &&
    !findings.some(({ decision }) => decision.reason === 'unreadable');
  return isWhole ? 'complete' : 'limited';
}

/** No model was to read the change and static checks looked at some of it: that is little, and not nothing. */
function isCheckedAlone({ results, checks }: CoverageFacts, limitations: readonly Limitation[]): boolean {
  const isWithoutModel = limitations.includes('no_model') && results.length === 0;
  return isWithoutModel && checks.some(({ checkedPaths }) => checkedPaths.length > 0);
}

/** In the order of the closed list, each once. The source of a target outweighs what its evidence forgot to say. */
function limitationsOf({ evidence, limitations }: CoverageFacts): readonly Limitation[] {
  const told = new Set<Limitation>([
    ...evidence.limitations,
    ...limitations,
    ...(evidence.source === 'workspace' ? (['mutable_workspace'] as const) : []),
  ]);
  return LIMITATIONS.filter((limitation) => told.has(limitation));
}
