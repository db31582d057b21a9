import type { Analyzer, AnalyzerFinding, AnalyzerId, AnalyzerResult, HeadFile } from '../../review/index.js';
import { boundSecrets } from './bound-secrets.js';
import type { CheckOutcome } from './check.js';
import type { Variables } from './child-environment.js';
import { keepWorst } from './keep-worst.js';
import type { AnalyzerLimits } from './limits.js';
import { type LeftFile, selectFiles } from './select-files.js';
import type { Turns } from './take-turns.js';
import { compareFindings, toFindings } from './to-findings.js';
import { describeUnchecked, type UncheckedReason } from './unchecked.js';
import { withScratchFolder } from './with-scratch-folder.js';

/** One answer for each file, in their order: what was found, or why it was not looked at. */
export type Answer = CheckOutcome | UncheckedReason;

/** Where a tool runs. `signal` is aborted when nobody waits any longer or the time is over. */
export type Bench = {
  readonly scratch: string;
  readonly variables: Variables;
  readonly limits: AnalyzerLimits;
  readonly signal: AbortSignal;
};

/** The tool of an analyzer. Rejects never: what it could not look at is an answer. */
export type Tool = (files: readonly HeadFile[], bench: Bench) => Promise<readonly Answer[]>;

export type AnalyzerParts = {
  readonly id: AnalyzerId;
  readonly version: string;
  readonly covers: (path: string) => boolean;
  readonly tool: Tool;
  /** Where it differs from the others. */
  readonly limits?: Partial<AnalyzerLimits>;
};

/** What all analyzers share: one child process at a time, and nothing of the reviewer's environment in it. */
export type Workshop = {
  readonly turns: Turns;
  readonly variables: Variables;
  /** File of the compiled `analyzer-program`. */
  readonly program: string;
  readonly limits: AnalyzerLimits;
  /** Where the folders of the tools are made and removed. */
  readonly scratchParent: string;
  /** Called before the first folder is made. Rejects never. */
  readonly tidyUp: () => Promise<void>;
};

/** Make an analyzer of a tool: bounded, ordered, clean behind itself, and honest about what it did not look at. */
export function createBoundedAnalyzer(
  parts: AnalyzerParts,
  { turns, variables, scratchParent, tidyUp, ...shared }: Workshop,
): Analyzer {
  const { id, version, covers, tool } = parts;
  const limits = { ...shared.limits, ...parts.limits };
  const identity = { id, version, limits };
  return {
    id,
    covers,
    async analyze(files, signal) {
      const { files: chosen, left } = selectFiles(files, limits);
      if (chosen.length === 0) return toResult(identity, chosen, [], left);
      const answers = await turns(signal, async () => {
        await tidyUp();
        const bounded = AbortSignal.any([signal, AbortSignal.timeout(limits.totalMs)]);
        return withScratchFolder(scratchParent, (scratch) =>
          tool(chosen, { scratch, variables, limits, signal: bounded }),
        ).catch((): readonly Answer[] => []);
      });
      signal.throwIfAborted();
      return toResult(identity, chosen, answers, left);
    },
  };
}

type Identity = Pick<AnalyzerParts, 'id' | 'version'> & { readonly limits: AnalyzerLimits };

function toResult(
  { id, version, limits }: Identity,
  files: readonly HeadFile[],
  answers: readonly Answer[],
  left: readonly LeftFile[],
): AnalyzerResult {
  const looks = files.map(({ path }, index) => toLook(path, answers[index] ?? 'ended', limits));
  const unlooked = looks.filter(({ isChecked }) => !isChecked);
  return {
    analyzerId: id,
    version,
    findings: looks.flatMap(({ findings }) => findings).sort(compareFindings),
    checkedPaths: inOrder(looks.filter(({ isChecked }) => isChecked)),
    uncheckedPaths: inOrder([...left, ...unlooked]),
    failure: describeUnchecked(
      [...left.map(({ reason }) => reason), ...looks.flatMap(({ reasons }) => reasons)],
      limits,
    ),
    secrets: [...new Set(looks.flatMap(({ secrets }) => secrets))],
  };
}

function inOrder(files: readonly { readonly path: string }[]): readonly string[] {
  return [...new Set(files.map(({ path }) => path))].sort();
}

/** What became of one file. */
type Look = {
  readonly path: string;
  readonly findings: readonly AnalyzerFinding[];
  readonly isChecked: boolean;
  readonly reasons: readonly UncheckedReason[];
  readonly secrets: readonly string[];
};

function toLook(path: string, answer: Answer, { maxFindingsPerFile, maxSecretsPerFile }: AnalyzerLimits): Look {
  if (typeof answer === 'string') return { path, findings: [], isChecked: false, reasons: [answer], secrets: [] };
  const found = toFindings(path, keepWorst(answer.findings, maxFindingsPerFile + 1));
  const secrets = boundSecrets(answer.secrets ?? [], maxSecretsPerFile + 1);
  const reasons: UncheckedReason[] = answer.isReadable ? [] : ['unreadable'];
  if (found.length > maxFindingsPerFile) reasons.push('crowded');
  if (secrets.length > maxSecretsPerFile) reasons.push('secretive');
  return {
    path,
    findings: found.slice(0, maxFindingsPerFile),
    // Findings beyond the cap are known to be there; a secret that is not named would be served to a model.
    isChecked: answer.isReadable && secrets.length <= maxSecretsPerFile,
    reasons,
    secrets: secrets.slice(0, maxSecretsPerFile),
  };
}
