import { nearestNames } from '../review/index.js';

export type SettingsMistake = {
  /** 1-based; null when the mistake has no place. */
  readonly line: number | null;
  /** With the value seen and the choices. */
  readonly problem: string;
  readonly next: string;
};

/** Add to each sentence of the reader where it points and what to do. In the order of the file. */
export function explainMistakes(problems: readonly string[]): readonly SettingsMistake[] {
  return problems
    .map((problem) => ({ line: lineIn(problem), problem, next: stepFor(problem) }))
    .sort((one, other) => (one.line ?? Number.MAX_SAFE_INTEGER) - (other.line ?? Number.MAX_SAFE_INTEGER));
}

function lineIn(problem: string): number | null {
  const line = /, in .* line (\d+)(?=[;:]|$)/.exec(problem)?.[1];
  return line === undefined ? null : Number(line);
}

/** Sentences of the reader by their form, each with what to do. */
const STEPS: readonly (readonly [RegExp, (found: readonly string[]) => string])[] = [
  [/^(\S+) is not a setting.*; known: (.*)$/, ([, key = '', known = '']) => stepForKey(key, known.split(', '))],
  [
    / is "?(.*?)"?, in .*; use one of (.*)$/,
    ([, value = '', choices = '']) => stepForValue(value, choices.split(', ')),
  ],
  [/^and \d+ more/, () => 'correct the others first'],
  [/^anchors /, () => 'write the values out'],
];

function stepFor(problem: string): string {
  for (const [form, step] of STEPS) {
    const found = form.exec(problem);
    if (found !== null) return step(found);
  }
  return 'correct it; `plumbline config docs` tells the form of every setting';
}

function stepForKey(key: string, known: readonly string[]): string {
  const [near] = nearestNames(key.split('.').at(-1) ?? key, known, 1);
  return near === undefined ? `remove ${key}` : `write ${near} instead, or remove it`;
}

function stepForValue(value: string, choices: readonly string[]): string {
  const [near] = nearestNames(value, choices, 1);
  return near === undefined ? 'write one of the choices, or remove the key' : `write ${near} instead`;
}
