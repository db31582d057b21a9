/** What one analyzer may cost in one review. */
export type AnalyzerLimits = {
  /** From the start of its turn to its result. */
  readonly totalMs: number;
  /** Until a child process has loaded its tool; of a tool that has one answer for all files, until that one. */
  readonly startMs: number;
  /** Of one file. A slower one costs itself alone. */
  readonly fileMs: number;
  /** How often a child is started again behind a file that ended or held up the one before. */
  readonly maxRestarts: number;
  /** Of the text of one file. */
  readonly maxFileChars: number;
  /** Of one line; nobody wrote a longer one by hand. */
  readonly maxLineChars: number;
  /** Of all files together, smaller ones first. */
  readonly maxTotalChars: number;
  readonly maxOutputBytes: number;
  readonly maxFindingsPerFile: number;
  /** Texts to mask that a file may name. */
  readonly maxSecretsPerFile: number;
};

/**
 * The bounds of every analyzer. Loading the slowest tool takes half a second, and several on a machine that is busy; an
 * ordinary file takes milliseconds. What is slower than this hangs, or was made to.
 */
export const ANALYZER_LIMITS: AnalyzerLimits = {
  totalMs: 30_000,
  startMs: 15_000,
  fileMs: 3_000,
  maxRestarts: 40,
  maxFileChars: 1_048_576,
  maxLineChars: 100_000,
  maxTotalChars: 33_554_432,
  maxOutputBytes: 33_554_432,
  maxFindingsPerFile: 100,
  maxSecretsPerFile: 200,
};
