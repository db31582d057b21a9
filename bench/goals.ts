import type { Measure } from './measure.js';

type Goal = { readonly name: string; readonly holds: (value: number) => boolean; readonly words: string };

const below = (name: string, bound: number, words: string): Goal => ({ name, words, holds: (value) => value < bound });

const GOALS: readonly Goal[] = [
  below('core/3000 files/planning', 1_000, 'below 1,000 ms'),
  below('core/3000 files/planning, peak memory', 250, 'below 250 MB'),
  below('core/20 MB/planning', 2_000, 'below 2,000 ms'),
  ...['1 file', '20 files', '300 files', '3000 files', '20 MB'].map((name) =>
    below(`core/${name}/overhead per request`, 10_000, 'below 10,000 bytes'),
  ),
  ...['--version', '--help', 'config schema', 'config docs'].map((command) =>
    below(`start/${command}/user`, 300, 'below 300 ms'),
  ),
  { name: 'intake/answered 2xx', words: 'all', holds: (value) => value === 100 },
];

/** Whether a measure keeps its goal, in words; empty for one that has none. */
export function judge({ name, value }: Measure): string {
  const goal = GOALS.find((known) => known.name === name);
  if (goal === undefined) return '';
  return goal.holds(value) ? `holds: ${goal.words}` : `MISSED: ${goal.words}`;
}
