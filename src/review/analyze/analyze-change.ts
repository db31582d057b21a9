import { MAX_ANALYZED_FILE_BYTES, MAX_ANALYZED_FILES, MAX_KNOWN_SECRETS } from '../limits.js';
import { type Analysis, NO_ANALYSIS } from '../model/analysis.js';
import type { SourceFile } from '../model/changed-file.js';
import type { Evidence } from '../model/evidence.js';
import type { PinnedTarget } from '../model/target.js';
import type { Analyzer, AnalyzerResult, ChangeSource, HeadFile } from '../ports/index.js';
import { counted } from '../words.js';
import { addedLinesOf, removedTextOf } from './changed-lines.js';
import { type AnalyzableFile, chooseFiles, textlessPaths } from './choose-files.js';
import { onlyForSecrets, WORDS_PATH } from './secret-sources.js';
import { toFacts } from './to-facts.js';

export type AnalysisInput = {
  readonly target: PinnedTarget;
  readonly evidence: Evidence;
  /** Path of each changed file → the file as its source listed it. */
  readonly sources: ReadonlyMap<string, SourceFile>;
  readonly analyzers: readonly Analyzer[];
};

/**
 * Run the static checks over what the change added to the head. Files without added lines and excluded files are not looked at;
 * what could not be looked at is told. Rejects with the signal's reason only: a check that fails is a notice.
 */
export async function analyzeChange(
  input: AnalysisInput,
  source: ChangeSource,
  signal: AbortSignal,
): Promise<Analysis> {
  const { analyzers, evidence, sources, target } = input;
  const chosen = chooseFiles(evidence, sources, analyzers);
  const kept = chosen.slice(0, MAX_ANALYZED_FILES);
  const head = await readHead(target, kept, source, signal);
  const results = await runAll(analyzers, head.files, onlyForSecrets(target, evidence, sources, head.paths), signal);
  const textless = textlessPaths(evidence, analyzers);
  if (chosen.length === 0 && results.length === 0) return { ...NO_ANALYSIS, uncheckedPaths: textless.toSorted() };
  const unread = chosen.map(({ path }) => path).filter((path) => !head.paths.has(path));
  const ownPaths = new Set(chosen.map(({ path }) => path));
  const unlooked = results.flatMap((result) => result.uncheckedPaths).filter((path) => ownPaths.has(path));
  const unchecked = [...new Set([...textless, ...unread, ...unlooked])].sort();
  const secrets = [...new Set(results.flatMap((result) => result.secrets))];
  const known = secrets.slice(0, MAX_KNOWN_SECRETS);
  const facts = results.map((result) => toFacts(result, head.files, known));
  return {
    checks: results.map((result) => toCheck(result, head.paths)).filter(({ checkedPaths }) => checkedPaths.length > 0),
    facts: facts.flatMap((told) => told.facts),
    secrets: known,
    uncheckedPaths: unchecked,
    ...unsearchedOf(evidence, results, secrets.length > known.length),
    notices: [
      ...unreadNotice(unread, head.tooLarge),
      ...results.flatMap(failureNotice),
      ...facts.flatMap((told) => told.notices),
    ],
  };
}

type Head = {
  readonly files: readonly HeadFile[];
  readonly paths: ReadonlySet<string>;
  readonly tooLarge: readonly string[];
};

async function readHead(
  target: PinnedTarget,
  chosen: readonly AnalyzableFile[],
  source: ChangeSource,
  signal: AbortSignal,
): Promise<Head> {
  if (chosen.length === 0) return { files: [], paths: new Set(), tooLarge: [] };
  const asked = chosen.map(({ path }) => path);
  const { files, tooLarge } = await source.readHeadFiles(target, asked, MAX_ANALYZED_FILE_BYTES, signal);
  const read = chosen.flatMap(({ path, patch }) => {
    const text = files.get(path);
    if (text === undefined) return [];
    return [{ path, text, addedLines: addedLinesOf(patch), removedText: removedTextOf(patch) }];
  });
  return { files: read, paths: new Set(read.map(({ path }) => path)), tooLarge };
}

/** One after the other, so that a run never has more than one check's process. */
async function runAll(
  analyzers: readonly Analyzer[],
  files: readonly HeadFile[],
  forSecrets: readonly HeadFile[],
  signal: AbortSignal,
): Promise<readonly AnalyzerResult[]> {
  const results: AnalyzerResult[] = [];
  for (const analyzer of analyzers) {
    const covered = files.filter(({ path }) => analyzer.covers(path));
    const given = analyzer.id === 'secretlint' ? [...covered, ...forSecrets] : covered;
    if (given.length > 0) results.push(await analyzer.analyze(given, signal));
  }
  return results;
}

/** What could not be looked through for secrets. A lockfile that the repository accepts unread is accepted without this look too. */
function unsearchedOf(
  { files }: Evidence,
  results: readonly AnalyzerResult[],
  areTooMany: boolean,
): Pick<Analysis, 'areSecretsUnchecked' | 'isAuthorUnsearched' | 'unsearchedPaths'> {
  const unchecked = new Set(
    results.flatMap(({ analyzerId, uncheckedPaths }) => (analyzerId === 'secretlint' ? uncheckedPaths : [])),
  );
  const isAuthorUnsearched = unchecked.has(WORDS_PATH);
  const unsearched = files.filter(({ exclusion, path }) => unchecked.has(path) && exclusion?.isAccepted !== true);
  return {
    areSecretsUnchecked: areTooMany || isAuthorUnsearched || unsearched.length > 0,
    isAuthorUnsearched,
    unsearchedPaths: unsearched.map(({ path }) => path),
  };
}

/** What was looked through for secrets alone is no file of the head. */
function toCheck(
  { analyzerId, version, checkedPaths, failure, findings }: AnalyzerResult,
  headPaths: ReadonlySet<string>,
): Analysis['checks'][number] {
  const paths = [...new Set(checkedPaths.filter((path) => headPaths.has(path)))];
  return { analyzerId, version, checkedPaths: paths, findings: findings.length, failure };
}

function failureNotice({ analyzerId, failure }: AnalyzerResult): readonly string[] {
  return failure === null ? [] : [`Static check ${analyzerId}: ${failure}`];
}

function unreadNotice(unread: readonly string[], tooLarge: readonly string[]): readonly string[] {
  if (unread.length === 0) return [];
  const large = tooLarge.length === 0 ? '' : `, ${tooLarge.length} of them for their size`;
  return [`Static checks did not look at ${counted(unread.length, 'changed file')}${large}.`];
}
