import type { ViewLine } from './file-view.js';
import { normaliseLine, quotedLines } from './read-quote.js';

const TAB_WIDTH = 4;

/**
 * Whether a suggestion says what already stands there: the quoted lines as they are now, or the quoted part of one.
 * Steps of indentation count (they can be the defect), their width does not.
 */
export function suggestionEqualsCode(suggestion: string, evidence: string, lines: readonly ViewLine[]): boolean {
  const present = lines.filter((line) => line.kind !== 'removed').map((line) => line.raw);
  const wanted = quotedLines(suggestion);
  if (wanted.length === 0 || present.length === 0) return false;
  if (shapeOf(wanted) === shapeOf(present)) return true;
  return lines.length === 1 && shapeOf(wanted) === shapeOf(quotedLines(evidence));
}

/** Text and relative indentation: how deep a line stands, counted in the different depths of this snippet. */
function shapeOf(lines: readonly string[]): string {
  const depths = lines.map((line) => (line.trim() === '' ? null : depthOf(line)));
  const ranks = [...new Set(depths.filter((depth) => depth !== null))].sort((left, right) => left - right);
  return lines.map((line, index) => `${ranks.indexOf(depths[index] ?? -1)} ${normaliseLine(line)}`).join('\n');
}

function depthOf(line: string): number {
  const indentation = /^\s*/.exec(line)?.[0] ?? '';
  return indentation.replaceAll('\t', ' '.repeat(TAB_WIDTH)).length;
}
