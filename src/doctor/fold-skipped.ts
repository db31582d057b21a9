import type { Check } from './check.js';

/** Checks that belong together, by the first word of their names. */
const GROUPS: Readonly<Record<string, string>> = { app: 'GitHub App', webhook: 'GitHub App', model: 'model' };

/** For people: neighbours of one group that are skipped for one reason become one. Everything else stays as it is. */
export function foldSkipped(checks: readonly Check[]): readonly Check[] {
  const runs: Check[][] = [];
  for (const check of checks) {
    const run = runs.at(-1);
    if (run?.[0] !== undefined && belongTogether(run[0], check)) run.push(check);
    else runs.push([check]);
  }
  return runs.flatMap((run) => {
    const [first] = run;
    if (first === undefined || run.length === 1) return run;
    return [{ ...first, name: `${groupOf(first)} (${run.length} checks)` }];
  });
}

function belongTogether(one: Check, other: Check): boolean {
  const isSkipped = one.status === 'skip' && other.status === 'skip' && one.found === other.found;
  return isSkipped && groupOf(one) !== undefined && groupOf(one) === groupOf(other);
}

function groupOf({ name }: Check): string | undefined {
  return GROUPS[name.split(' ', 1)[0] ?? ''];
}
