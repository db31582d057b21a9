import { judge } from './goals.js';
import type { Document, Measure } from './measure.js';

/** Measures as a table for people: one row each under the case they belong to; beside an earlier document as ratios. */
export function showMeasures(document: Document, earlier: Document | null): string {
  const before = new Map(earlier?.measures.map(({ name, value }) => [name, value]));
  const rows = document.measures.map((measure) => [
    measure.name,
    measure.value.toLocaleString('en-US'),
    measure.unit,
    ...(earlier === null ? [] : [changeOf(measure, before.get(measure.name))]),
    judge(measure),
  ]);
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const { cores, node } = document.machine;
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 1 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return `Node ${node}, ${cores} cores\n\n${lines.join('\n')}\n`;
}

function changeOf({ value }: Measure, before: number | undefined): string {
  if (before === undefined) return 'new';
  if (before === 0) return value === 0 ? '×1.00' : `was 0`;
  return `×${(value / before).toFixed(2)}`;
}
