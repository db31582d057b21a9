const FAILURE = /\b(?:FATAL|PANIC|ERROR|error|fatal):|^initdb: (?!warning|hint|detail|data directory)/;
const ROOT_CAUSE = /no space left|quota exceeded/i;

/** The sentence of PostgreSQL's output that says best why it gave up; null when there is none. */
export function reasonOf(lines: readonly string[]): string | null {
  const said = lines.filter((line) => FAILURE.test(line) || ROOT_CAUSE.test(line));
  const best = said.find((line) => ROOT_CAUSE.test(line)) ?? said.at(-1);
  // Without the time and the process in front.
  return best?.replace(/^.*?(?=\b(?:FATAL|PANIC|ERROR|LOG|WARNING):)/, '').trim() ?? null;
}
