import { MAX_ANALYZED_FILE_BYTES, MAX_ANALYZED_FILES } from '../limits.js';
import { type Analysis, NO_ANALYSIS } from '../model/analysis.js';
import type { SourceFile } from '../model/changed-file.js';
import type { Evidence } from '../model/evidence.js';
import type { PinnedTarget } from '../model/target.js';
import type { Analyzer, AnalyzerResult, ChangeSource, HeadFile } from '../ports/index.js';
import { addedLinesOf } from './added-lines.js';
import { type AnalyzableFile, chooseFiles } from './choose-files.js';
import { toFacts } from './to-facts.js';

export type AnalysisInput = {
  readonly target: PinnedTarget;
  readonly evidence: Evidence;
  /** Path of each changed file → the file as its source listed it. */
  readonly sources: ReadonlyMap<string, SourceFile>;
  readonly analyzers: readonly Analyzer[];
};

/**
 * Run the static checks over what the change added to the head. Files without added lines, excluded files and files beyond
 * MAX_ANALYZED_FILES are not looked at; the last are told. Rejects with the signal's reason only: a check that fails is a notice.
 */
export async function analyzeChange(
  input: AnalysisInput,
  source: ChangeSource,
  signal: AbortSignal,
): Promise<Analysis> {
  const chosen = chooseFiles(input.evidence, input.sources, input.analyzers);
  if (chosen.length === 0) return NO_ANALYSIS;
  const kept = chosen.slice(0, MAX_ANALYZED_FILES);
  const head = await readHead(input.target, kept, source, signal);
  const results = await runAll(input.analyzers, head.files, signal);
  const secrets = [...new Set(results.flatMap((result) => result.secrets))];
  const files = new Map(head.files.map((file) => [file.path, file]));
  return {
    checks: results.map(toCheck),
    facts: results.flatMap((result) => toFacts(result, files, secrets)),
    secrets,
    notices: [...leftOut(chosen.length - kept.length), ...head.notices, ...results.flatMap(failureNotice)],
  };
}

async function readHead(
  target: PinnedTarget,
  chosen: readonly AnalyzableFile[],
  source: ChangeSource,
  signal: AbortSignal,
): Promise<{ readonly files: readonly HeadFile[]; readonly notices: readonly string[] }> {
  const paths = chosen.map(({ path }) => path);
  const { files, isPartial } = await source.readHeadFiles(target, paths, MAX_ANALYZED_FILE_BYTES, signal);
  const read = chosen.flatMap(({ path, patch }) => {
    const text = files.get(path);
    return text === undefined ? [] : [{ path, text, addedLines: addedLinesOf(patch) }];
  });
  return {
    files: read,
    notices: isPartial ? ['Static checks: not every changed file could be read.'] : [],
  };
}

/** One after the other, so that a run never has more than one check's process. */
async function runAll(
  analyzers: readonly Analyzer[],
  files: readonly HeadFile[],
  signal: AbortSignal,
): Promise<readonly AnalyzerResult[]> {
  const results: AnalyzerResult[] = [];
  for (const analyzer of analyzers) {
    const covered = files.filter(({ path }) => analyzer.covers(path));
    if (covered.length > 0) results.push(await analyzer.analyze(covered, signal));
  }
  return results;
}

function toCheck({ analyzerId, version, checkedPaths, failure, findings }: AnalyzerResult): Analysis['checks'][number] {
  return { analyzerId, version, checkedPaths, findings: findings.length, failure };
}

function failureNotice({ analyzerId, failure }: AnalyzerResult): readonly string[] {
  return failure === null ? [] : [`Static check ${analyzerId}: ${failure}`];
}

function leftOut(count: number): readonly string[] {
  if (count === 0) return [];
  return [`Static checks looked at ${MAX_ANALYZED_FILES} files; ${count} more were left out.`];
}
