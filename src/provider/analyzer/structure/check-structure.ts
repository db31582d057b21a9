import { Lang, parse } from '@ast-grep/napi';
import type { HeadFile } from '../../../review/index.js';
import type { CheckOutcome, ToolFinding } from '../check.js';
import { type LineIndex, lineIndexOf } from '../line-index.js';
import { placeOnAddedLines } from '../place-on-added-lines.js';
import { isTestPath } from '../test-path.js';
import { findConflictMarkers } from './conflict-markers.js';
import { STRUCTURE_RULES, type StructureRule } from './rules.js';
import type { Node } from './syntax.js';

const LANGUAGES: readonly (readonly [RegExp, Lang])[] = [
  [/\.[cm]?jsx?$/i, Lang.JavaScript],
  [/\.[cm]?ts$/i, Lang.TypeScript],
  [/\.tsx$/i, Lang.Tsx],
];

/** The parser goes on behind a syntax error, so every text is readable. */
export function checkStructure({ path, text, addedLines }: HeadFile): CheckOutcome {
  const findings = [...findConflictMarkers(text), ...findInTree(path, text)];
  return { findings: placeOnAddedLines(findings, addedLines), isReadable: true };
}

function findInTree(path: string, text: string): ToolFinding[] {
  const language = LANGUAGES.find(([ending]) => ending.test(path))?.[1];
  if (language === undefined) return [];
  const root = parse(language, text).root();
  const lineOf = lineIndexOf(text);
  const isTest = isTestPath(path);
  return STRUCTURE_RULES.flatMap((rule) =>
    root
      .findAll({ rule: rule.candidates })
      .filter((node) => rule.isDefect(node, text))
      .map((node) => toToolFinding(rule, node, lineOf, isTest)),
  );
}

function toToolFinding(rule: StructureRule, node: Node, lineOf: LineIndex, isTest: boolean): ToolFinding {
  const { ruleId, category, title, body } = rule;
  const { start, end } = node.range();
  const place = { start: lineOf(start.index), end: lineOf(Math.max(start.index, end.index - 1)) };
  const severity = isTest && category === 'security' ? 'info' : rule.severity;
  return { ruleId, severity, category, title, body, places: [place] };
}
