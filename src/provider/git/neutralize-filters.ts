import type { Variables } from './git-environment.js';
import type { Git } from './run-git.js';

/**
 * Content filters (`filter.<name>.clean`) are programs that run when a work tree is compared, and the change under review
 * chooses with `.gitattributes` which files they run for. Those a person set up for the whole account (Git LFS) stay, as
 * in every `git status`: without them each of its files would look changed. Those that only this repository's own
 * configuration names may have come with a downloaded folder, and do not run.
 */
export async function neutralizeFilters(git: Git, signal: AbortSignal): Promise<Variables> {
  const wanted = ['config', '--show-scope', '-z', '--get-regexp', '^filter\\.'];
  const { stdout } = await git.run(wanted, signal, { exitCodes: [0, 1] });
  const fields = stdout.toString('utf8').split('\0');
  const trusted = new Map<string, string>();
  const own = new Set<string>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [key = '', ...value] = (fields[at + 1] ?? '').split('\n');
    if (fields[at] === 'global' || fields[at] === 'system') trusted.set(key, value.join('\n'));
    else own.add(key);
  }
  return toVariables([...own].map((key) => [key, trusted.get(key) ?? valueThatRunsNothing(key)]));
}

function valueThatRunsNothing(key: string): string {
  return key.endsWith('.required') ? 'false' : '';
}

/** As variables, because a name with `=` in it cannot be overridden by an argument. */
function toVariables(settings: readonly (readonly [string, string])[]): Variables {
  const entries = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: `${settings.length}`, ...Object.fromEntries(entries) };
}
