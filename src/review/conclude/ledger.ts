import type { CallResult } from '../model/call.js';
import type { ChangedFile } from '../model/changed-file.js';
import type { CoverageRow, RunReason } from '../model/coverage.js';
import type { Evidence } from '../model/evidence.js';
import type { Movement } from '../model/target.js';

type Standing = Pick<CoverageRow, 'state' | 'reason'>;

/** Freeze the denominator: one row per changed file, excluded ones decided, all others pending. */
export function createLedger(evidence: Evidence): readonly CoverageRow[] {
  return evidence.files.map(({ path, exclusion }) =>
    exclusion === null
      ? { path, state: 'pending', reason: null, isAccepted: false }
      : { path, state: 'excluded', reason: exclusion.reason, isAccepted: exclusion.isAccepted },
  );
}

/**
 * Decide every pending row by what the calls read; none stays pending. Pages count only when the call that read them
 * assessed. A file nobody asked about has `target_moved` as its reason when the target moved, `no_model` otherwise; a
 * move never overwrites what a call did.
 */
export function settleLedger(
  rows: readonly CoverageRow[],
  run: { readonly evidence: Evidence; readonly results: readonly CallResult[]; readonly movement: Movement },
): readonly CoverageRow[] {
  const files = new Map(run.evidence.files.map((file) => [file.path, file]));
  const read = indexesByPath(run.results.filter(({ outcome }) => outcome === 'assessed'));
  const failureOf = createFailureLookup(run.results, run.movement);
  return rows.map((row) => {
    const file = files.get(row.path);
    if (row.state !== 'pending' || file === undefined) return row;
    return { ...row, ...standingOf(file, read.get(row.path) ?? new Set(), failureOf(row.path)) };
  });
}

function standingOf(file: ChangedFile, read: ReadonlySet<number>, failure: RunReason | null): Standing {
  const readCount = [...read].filter((index) => index >= 0 && index < file.pages).length;
  if (readCount === 0) {
    if (failure === null) return { state: 'deferred', reason: file.cutReason ?? 'over_budget' };
    return { state: failure === 'no_model' ? 'deferred' : 'failed', reason: failure };
  }
  const isWhole = readCount === file.pages && file.cutReason === null;
  if (isWhole) return { state: 'reviewed', reason: null };
  return { state: 'partially_reviewed', reason: file.cutReason ?? failure ?? 'over_budget' };
}

/** Why a path was not read: the failure of a call that had it; without any assessed call, of whichever failed first; null when it never had its turn. */
function createFailureLookup(results: readonly CallResult[], movement: Movement): (path: string) => RunReason | null {
  const broken = results
    .filter(({ outcome }) => outcome !== 'assessed')
    .map((result) => ({
      reason: reasonOf(result, movement),
      paths: new Set(result.readPages.map(({ path }) => path)),
    }));
  const isAnyAssessed = broken.length < results.length;
  const general = isAnyAssessed ? null : (broken[0]?.reason ?? reasonWithoutCall(movement));
  return (path) => broken.find(({ paths }) => paths.has(path))?.reason ?? general;
}

function reasonOf({ failure }: CallResult, movement: Movement): RunReason {
  const reason = failure?.reason ?? 'call_failed';
  return reason === 'cancelled' && movement.kind === 'moved' ? 'target_moved' : reason;
}

function reasonWithoutCall(movement: Movement): RunReason {
  return movement.kind === 'moved' ? 'target_moved' : 'no_model';
}

function indexesByPath(results: readonly CallResult[]): ReadonlyMap<string, ReadonlySet<number>> {
  const indexes = new Map<string, Set<number>>();
  for (const { path, index } of results.flatMap(({ readPages }) => readPages)) {
    indexes.set(path, (indexes.get(path) ?? new Set()).add(index));
  }
  return indexes;
}
