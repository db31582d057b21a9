import type { AnalyzerFinding, Category, HeadFile, Severity } from '../../review/index.js';

/** What a rule stands for in a review. */
export type Weight = { readonly severity: Severity; readonly category: Category };

/** A finding of one file whose path the caller knows. */
export type FileFinding = Omit<AnalyzerFinding, 'path'>;

/** 1-based lines, both ends included. */
export type Span = { readonly start: number; readonly end: number };

/** What a tool says before it is known whether it is about an added line. The places are in the order of their weight. */
export type ToolFinding = Omit<FileFinding, 'startLine' | 'endLine'> & { readonly places: readonly Span[] };

export type CheckOutcome = {
  readonly findings: readonly FileFinding[];
  /** False when the text is not valid in its language, so that the tool saw little or nothing of it. */
  readonly isReadable: boolean;
  /** Texts of the file that are secrets, verbatim, one line each. */
  readonly secrets?: readonly string[];
};

/** A check of one file that runs in the child process. What it throws means that the file was not looked at. */
export type Check = (file: HeadFile) => CheckOutcome | Promise<CheckOutcome>;
