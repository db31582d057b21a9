import { dirname } from 'node:path';

const FOUND = new Set(['killed', 'timeout']);

/** The score as a Markdown table, a row for every folder and one for all. */
export function tellScore(mutants) {
  const folders = [...new Set(mutants.map(({ file }) => dirname(file)))].toSorted();
  const rows = folders.map((folder) =>
    row(
      `\`${folder}\``,
      mutants.filter(({ file }) => dirname(file) === folder),
    ),
  );
  return ['| folder | mutants | found | score |', '|---|---|---|---|', ...rows, row('all', mutants)].join('\n');
}

function row(name, mutants) {
  const found = mutants.filter(({ status }) => FOUND.has(status)).length;
  return `| ${name} | ${mutants.length} | ${found} | ${Math.round((100 * found) / mutants.length)} % |`;
}

/** One line for a mutant: where it stands, what it changed, and what became of it. */
export function tellMutant({ file, line, kind, original, mutated, status }) {
  const change = kind.endsWith('removed') ? short(original) : `${short(original)} -> ${short(mutated)}`;
  return `${status.padEnd(11)} ${file}:${line} ${kind}: ${change}`;
}

function short(text) {
  const oneLine = text.replaceAll(/\s+/g, ' ');
  return oneLine.length > 100 ? `${oneLine.slice(0, 99)}…` : oneLine;
}
