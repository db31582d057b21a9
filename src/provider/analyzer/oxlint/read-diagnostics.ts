import { z } from 'zod';
import type { HeadFile } from '../../../review/index.js';
import type { CheckOutcome, ToolFinding } from '../check.js';
import { byteLineIndexOf, type LineIndex } from '../line-index.js';
import { placeOnAddedLines } from '../place-on-added-lines.js';
import { toToolWords } from './rules.js';

const diagnosticSchema = z.object({
  message: z.string(),
  /** `eslint(no-debugger)`; absent when the file could not be parsed. */
  code: z.string().nullish(),
  help: z.string().nullish(),
  filename: z.string(),
  labels: z.array(z.object({ span: z.object({ offset: z.number(), length: z.number() }) })),
});
const reportSchema = z.object({ diagnostics: z.array(diagnosticSchema), number_of_files: z.number() });

/** Rules that show first what was there and then what is wrong with it. */
const FAULT_LAST = /^no-(?:dupe-.+|duplicate-.+|[a-z]+-assign)$/;

export type Diagnostic = z.infer<typeof diagnosticSchema>;

/** Read a report, by file name. Null when it is none, or when the tool left out a file it was given. */
export function readDiagnostics(output: string, fileCount: number): ReadonlyMap<string, readonly Diagnostic[]> | null {
  const report = reportSchema.safeParse(parseJson(output));
  if (!report.success || report.data.number_of_files !== fileCount) return null;
  const byName = new Map<string, Diagnostic[]>();
  for (const diagnostic of report.data.diagnostics) {
    const name = diagnostic.filename.replaceAll('\\', '/');
    byName.set(name, [...(byName.get(name) ?? []), diagnostic]);
  }
  return byName;
}

function parseJson(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
}

/**
 * Turn the diagnostics of a file into findings. A file that cannot be parsed has its first error and nothing else; one in the
 * language Flow, which the tool does not know, has not even that.
 */
export function toOutcome(diagnostics: readonly Diagnostic[], text: string, file: HeadFile): CheckOutcome {
  const { addedLines } = file;
  const lineOf = byteLineIndexOf(Buffer.from(text));
  const broken = diagnostics.find(({ code }) => isParseError(code));
  if (broken !== undefined && isFlow(file)) return { findings: [], isReadable: false };
  const told = broken === undefined ? diagnostics : [broken];
  const findings = told.map((diagnostic) => toToolFinding(diagnostic, lineOf));
  return { findings: placeOnAddedLines(findings, addedLines), isReadable: broken === undefined };
}

function toToolFinding({ message, code, help, labels }: Diagnostic, lineOf: LineIndex): ToolFinding {
  const places = labels.map(({ span: { offset, length } }) => ({
    start: lineOf(offset),
    end: lineOf(offset + Math.max(0, length - 1)),
  }));
  const words = toToolWords(code ?? null, message, help ?? null);
  return { ...words, places: FAULT_LAST.test(words.ruleId) ? places.toReversed() : places };
}

function isFlow({ path, text }: HeadFile): boolean {
  return /\.[cm]?jsx?$/i.test(path) && /@flow/i.test(text);
}

function isParseError(code: string | null | undefined): boolean {
  return code === null || code === undefined;
}
