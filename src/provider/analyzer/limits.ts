/** What one analyzer may cost in one review. */
export type AnalyzerLimits = {
  /** From the start of its turn to its result. */
  readonly totalMs: number;
  /** Between two answers of a child process; the first one includes loading the tool. */
  readonly silenceMs: number;
  /** How often a child is started again behind a file that ended or held up the one before. */
  readonly maxRestarts: number;
  /** Of the text of one file. */
  readonly maxFileChars: number;
  /** Of one line; nobody wrote a longer one by hand. */
  readonly maxLineChars: number;
  /** Of all files together, in the order given. */
  readonly maxTotalChars: number;
  readonly maxOutputBytes: number;
  readonly maxFindingsPerFile: number;
};

/**
 * The bounds of every analyzer. Loading the slowest tool takes half a second, and several on a machine that is busy.
 * What is slower than this hangs.
 */
export const ANALYZER_LIMITS: AnalyzerLimits = {
  totalMs: 30_000,
  silenceMs: 15_000,
  maxRestarts: 3,
  maxFileChars: 1_048_576,
  maxLineChars: 100_000,
  maxTotalChars: 33_554_432,
  maxOutputBytes: 33_554_432,
  maxFindingsPerFile: 100,
};
