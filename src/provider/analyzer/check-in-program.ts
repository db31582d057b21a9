import type { AnalyzerId, HeadFile } from '../../review/index.js';
import type { Answer, Bench, Tool } from './bounded-analyzer.js';
import type { CheckOutcome } from './check.js';
import { type ChildEnd, runChild } from './run-child.js';

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
      answers.push(...(await lookOnce(files.slice(answers.length), options, bench)));
    }
    const rest = files.slice(answers.length);
    return [...answers, ...rest.map((): Answer => (bench.signal.aborted ? 'late' : 'ended'))];
  };
}

function mayStart(starts: number, { signal, limits }: Bench): boolean {
  return !signal.aborted && starts <= limits.maxRestarts;
}

/** The answers of one child, and what became of the file that ended it. */
async function lookOnce(files: readonly HeadFile[], options: ProgramOptions, bench: Bench): Promise<Answer[]> {
  const { outcomes, end } = await runOnce(files, options, bench);
  if (outcomes.length === files.length || bench.signal.aborted) return outcomes;
  return [...outcomes, end.isSilent ? 'late' : 'ended'];
}

type ProgramRun = { readonly outcomes: Answer[]; readonly end: ChildEnd };

async function runOnce(
  files: readonly HeadFile[],
  { analyzerId, program }: ProgramOptions,
  { scratch, variables, limits, signal }: Bench,
): Promise<ProgramRun> {
  const outcomes: Answer[] = [];
  let sizeBytes = 0;
  let started: Buffer[] = [];
  const onChunk = (chunk: Buffer) => {
    sizeBytes += chunk.length;
    const lastFeed = chunk.lastIndexOf(0x0a);
    if (lastFeed !== -1) {
      const whole = Buffer.concat([...started, chunk.subarray(0, lastFeed)]).toString('utf8');
      outcomes.push(...whole.split('\n').map(readOutcome));
      started = [];
    }
    started.push(chunk.subarray(lastFeed + 1));
    // With the last answer there is nothing left to wait for: some tools take seconds to leave.
    return sizeBytes <= limits.maxOutputBytes && outcomes.length < files.length;
  };
  const input = JSON.stringify({ analyzerId, files, maxFindings: limits.maxFindingsPerFile + 1 });
  const call = { directory: scratch, variables, input, silenceMs: limits.silenceMs, onChunk };
  const end = await runChild([...NODE_OPTIONS, program], call, signal);
  return { outcomes: outcomes.slice(0, files.length), end };
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
