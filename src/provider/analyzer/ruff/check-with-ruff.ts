import { type Diagnostic, PositionEncoding, Workspace } from '@astral-sh/ruff-wasm-nodejs';
import type { HeadFile } from '../../../review/index.js';
import type { Check, CheckOutcome, ToolFinding } from '../check.js';
import { lineOfRow } from '../line-index.js';
import { neutralizePythonDirectives } from '../neutralize-directives.js';
import { placeOnAddedLines } from '../place-on-added-lines.js';
import { isTestPath } from '../test-path.js';
import { isForStubs, RUFF_CONFIGURATION, SYNTAX_ERROR, weightOf } from './rules.js';

/** Load ruff once for many files. */
export function createRuffCheck(): Check {
  const workspace = new Workspace(RUFF_CONFIGURATION, PositionEncoding.Utf16);
  return (file) => checkWithRuff(file, workspace);
}

/** A file that cannot be parsed has its first error and nothing else. */
function checkWithRuff({ path, text, addedLines }: HeadFile, workspace: Workspace): CheckOutcome {
  const diagnostics = (workspace.check(neutralizePythonDirectives(text)) as Diagnostic[]).toSorted(
    (one, other) => one.start_location.row - other.start_location.row,
  );
  const broken = diagnostics.find(({ code }) => code === null || code === SYNTAX_ERROR);
  const told = broken === undefined ? diagnostics.filter(({ code }) => isOfFile(path, code)) : [broken];
  const lineOf = lineOfRow(text);
  const isTest = isTestPath(path);
  const findings = told.map((diagnostic) => toToolFinding(diagnostic, lineOf, isTest));
  return { findings: placeOnAddedLines(findings, addedLines), isReadable: broken === undefined };
}

/** A stub declares and does not run. */
function isOfFile(path: string, code: string | null): boolean {
  return !path.toLowerCase().endsWith('.pyi') || isForStubs(code ?? SYNTAX_ERROR);
}

function toToolFinding(diagnostic: Diagnostic, lineOf: (row: number) => number, isTest: boolean): ToolFinding {
  const { code, message, fix, start_location: start, end_location: end } = diagnostic;
  const ruleId = code ?? SYNTAX_ERROR;
  const advice =
    ruleId === SYNTAX_ERROR ? 'Ruff cannot read this file, so nothing else in it was checked' : fix?.message;
  const body = [message, advice ?? ''].filter((part) => part !== '').map((part) => `${part.replace(/\.$/, '')}.`);
  const title = ruleId === SYNTAX_ERROR ? `Syntax error: ${message}` : message;
  const place = { start: lineOf(start.row), end: lineOf(end.row) };
  return { ruleId, ...weightOf(ruleId, isTest), title, body: body.join(' '), places: [place] };
}
