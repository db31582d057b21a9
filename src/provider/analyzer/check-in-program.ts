import type { AnalyzerId, HeadFile } from '../../review/index.js';
import type { Answer, Bench, Tool } from './bounded-analyzer.js';
import type { CheckOutcome } from './check.js';
import { READY_LINE } from './ready-line.js';
import { type ChildEnd, runChild } from './run-child.js';
import type { UncheckedReason } from './unchecked.js';

export type ProgramOptions = {
  readonly analyzerId: Exclude<AnalyzerId, 'oxlint'>;
  /** File of the compiled `analyzer-program`. */
  readonly program: string;
};

/** More memory than any file within the bounds needs; native memory is not counted in it. */
const NODE_OPTIONS = ['--max-old-space-size=768', '--no-warnings'];

/**
 * Look at files in a child process that can be ended, which the libraries themselves cannot be. It answers file by file, in
 * order, so that a file that ends or holds it up is known, and the next child begins behind it.
 */
export function createProgramTool(options: ProgramOptions): Tool {
  return async (files, bench) => {
    const answers: Answer[] = [];
    for (let starts = 0; answers.length < files.length && mayStart(starts, bench); starts += 1) {
      const run = await runOnce(files.slice(answers.length), options, bench);
      answers.push(...run.outcomes);
      if (!blameNext(answers, files.length, run, bench)) break;
    }
    return withRest(answers, files.length, bench.signal.aborted ? 'late' : 'ended');
  };
}

/**
 * Blame the file that ended the child. False when no further child is of use: what does not even start is the fault of no file, and
 * would not start again, so all the rest is blamed at once.
 */
function blameNext(answers: Answer[], count: number, run: ProgramRun, { signal }: Bench): boolean {
  if (signal.aborted || answers.length === count) return false;
  const blamed = run.isReady ? 1 : count - answers.length;
  answers.push(...Array.from({ length: blamed }, () => reasonOf(run)));
  return run.isReady;
}

function withRest(answers: readonly Answer[], count: number, reason: UncheckedReason): readonly Answer[] {
  return [...answers, ...Array.from({ length: count - answers.length }, () => reason)];
}

function reasonOf({ end }: ProgramRun): UncheckedReason {
  return end.isSilent ? 'late' : 'ended';
}

function mayStart(starts: number, { signal, limits }: Bench): boolean {
  return !signal.aborted && starts <= limits.maxRestarts;
}

/** The answers of one child, in order; what is missing is the file that ended it and those behind. */
type ProgramRun = { readonly outcomes: readonly Answer[]; readonly isReady: boolean; readonly end: ChildEnd };

async function runOnce(
  files: readonly HeadFile[],
  { analyzerId, program }: ProgramOptions,
  { scratch, variables, limits, signal }: Bench,
): Promise<ProgramRun> {
  const lines: string[] = [];
  let sizeBytes = 0;
  let started: Buffer[] = [];
  const onChunk = (chunk: Buffer) => {
    sizeBytes += chunk.length;
    const lastFeed = chunk.lastIndexOf(0x0a);
    if (lastFeed !== -1) {
      const whole = Buffer.concat([...started, chunk.subarray(0, lastFeed)]).toString('utf8');
      lines.push(...whole.split('\n'));
      started = [];
    }
    started.push(chunk.subarray(lastFeed + 1));
    // With the last answer there is nothing left to wait for: some tools take seconds to leave.
    return sizeBytes <= limits.maxOutputBytes && lines.length <= files.length;
  };
  // One more than is told, so that it is known that there are more.
  const caps = { maxFindings: limits.maxFindingsPerFile + 1, maxSecrets: limits.maxSecretsPerFile + 1 };
  const times = { startMs: limits.startMs, silenceMs: limits.fileMs };
  const call = {
    directory: scratch,
    variables,
    input: JSON.stringify({ analyzerId, files, ...caps }),
    ...times,
    onChunk,
  };
  const end = await runChild([...NODE_OPTIONS, program], call, signal);
  const [first, ...told] = lines;
  const isReady = first === READY_LINE.trimEnd();
  return { outcomes: isReady ? told.slice(0, files.length).map(readOutcome) : [], isReady, end };
}

/** The program is ours, but what runs in it is native and had the change as its input. */
function readOutcome(line: string): Answer {
  try {
    const outcome = JSON.parse(line) as CheckOutcome | null;
    return Array.isArray(outcome?.findings) ? outcome : 'ended';
  } catch {
    return 'ended';
  }
}
