import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Analyzer } from '../../review/index.js';
import type { Workshop } from './bounded-analyzer.js';
import { childEnvironment } from './child-environment.js';
import { ANALYZER_LIMITS, type AnalyzerLimits } from './limits.js';
import { createLockfileAnalyzer } from './lockfile/lockfile-analyzer.js';
import { createOxlintAnalyzer } from './oxlint/oxlint-analyzer.js';
import { createRuffAnalyzer } from './ruff/ruff-analyzer.js';
import { createSecretlintAnalyzer } from './secretlint/secretlint-analyzer.js';
import { createStructureAnalyzer } from './structure/structure-analyzer.js';
import { createTurns } from './take-turns.js';
import { removeLeftFolders } from './with-scratch-folder.js';

export type AnalyzerDeps = {
  /** The environment of this process; of it the tools see what Node needs to start, and no key. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** File of the program in which the tools run. Standard: the compiled one beside this module. */
  readonly program?: string;
  readonly limits?: AnalyzerLimits;
  /** Folder in which each run has a folder of its own, which is removed again. Standard: the system's temporary folder. */
  readonly scratchParent?: string;
};

/**
 * Make the five analyzers, in the order of `ANALYZER_IDS`. Together they run one child process at a time; each is bounded
 * by `limits` from the start of its turn. They reject with the signal's reason and nothing else: what they could not look
 * at stands in `failure`. Their findings name no folder of this machine and hold no secret.
 */
export function createAnalyzers({ environment, program, limits, scratchParent }: AnalyzerDeps): readonly Analyzer[] {
  const parent = scratchParent ?? tmpdir();
  let tidied: Promise<void> | null = null;
  const workshop: Workshop = {
    turns: createTurns(),
    variables: childEnvironment(environment),
    program: program ?? fileURLToPath(new URL('./analyzer-program.js', import.meta.url)),
    limits: limits ?? ANALYZER_LIMITS,
    scratchParent: parent,
    tidyUp: () => {
      tidied ??= removeLeftFolders(parent, Date.now());
      return tidied;
    },
  };
  return [
    createOxlintAnalyzer(workshop),
    createRuffAnalyzer(workshop),
    createSecretlintAnalyzer(workshop),
    createStructureAnalyzer(workshop),
    createLockfileAnalyzer(workshop),
  ];
}
