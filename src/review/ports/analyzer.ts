import type { AnalyzerId } from '../model/analysis.js';
import type { Category, Severity } from '../model/finding.js';

/** A changed file as the head has it, and the lines the change added. */
export type HeadFile = {
  readonly path: string;
  readonly text: string;
  /** 1-based, both ends included, ascending, not overlapping. */
  readonly addedLines: readonly { readonly start: number; readonly end: number }[];
  /** Lines the change removed, joined by LF. */
  readonly removedText: string;
};

/** What a static check says of a line. Everything in it that came from the file is untrusted, and no secret stands in it. */
export type AnalyzerFinding = {
  /** The analyzer's own name of its rule: `no-debugger`, `F401`. */
  readonly ruleId: string;
  readonly severity: Severity;
  readonly category: Category;
  readonly path: string;
  /** 1-based lines of the head; the first one is an added line. */
  readonly startLine: number;
  readonly endLine: number;
  /** At most 120 characters. */
  readonly title: string;
  /** One short paragraph: what is wrong and what to do. */
  readonly body: string;
};

export type AnalyzerResult = {
  readonly analyzerId: AnalyzerId;
  readonly version: string;
  /** In the order of path, line, rule. */
  readonly findings: readonly AnalyzerFinding[];
  /** Files it looked at. */
  readonly checkedPaths: readonly string[];
  /** Files it was given and did not look at, or not to their end. */
  readonly uncheckedPaths: readonly string[];
  /** One plain sentence when it could not look at everything it covers: took too long, ended early, file too large. */
  readonly failure: string | null;
  /** Texts of the files that are secrets, verbatim, one line each: the core masks them in everything that is served or said. */
  readonly secrets: readonly string[];
};

/**
 * A static check over files of the head. Runs no code and loads no configuration of the change, and nothing in the change can
 * silence it. Bounded in time and size. Rejects only with the signal's reason.
 */
export interface Analyzer {
  readonly id: AnalyzerId;
  covers(path: string): boolean;
  /** `files`: only those it covers. */
  analyze(files: readonly HeadFile[], signal: AbortSignal): Promise<AnalyzerResult>;
}
