/** What git itself needs of a person's environment. Everything else, keys of the model endpoint first of all, stays away from it. */
const KEPT_VARIABLES = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'USERNAME',
  'SUDO_UID',
  'TMPDIR',
  'TEMP',
  'TMP',
  'LD_LIBRARY_PATH',
  'XDG_CONFIG_HOME',
  // Windows finds programs and home folders by these.
  'SYSTEMROOT',
  'COMSPEC',
  'PATHEXT',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  // Where git finds the person's own settings and where it stops looking for a repository.
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CEILING_DIRECTORIES',
  'GIT_DISCOVERY_ACROSS_FILESYSTEM',
]);

/** Plain answers in English, no question, no lock, no network, no replaced objects, no path with a meaning of its own. */
const FIXED_VARIABLES = {
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_LITERAL_PATHSPECS: '1',
  // Reading a change never talks to anybody, not even to fetch what a partial clone left out.
  GIT_ALLOW_PROTOCOL: '',
  GIT_NO_LAZY_FETCH: '1',
} as const;

export type Variables = Readonly<Record<string, string>>;

/** Reduce an environment to what git may see, so that no variable changes what is read or runs a program. */
export function gitEnvironment(environment: Readonly<Record<string, string | undefined>>): Variables {
  const kept = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && KEPT_VARIABLES.has(entry[0].toUpperCase()),
  );
  return { ...Object.fromEntries(kept), ...FIXED_VARIABLES };
}

/** Stands before every command: settings of the person or the repository that would change an answer or run a program. */
export const FIXED_ARGUMENTS: readonly string[] = [
  '--no-pager',
  ...[
    'core.quotePath=false',
    'core.fsmonitor=false',
    'core.untrackedCache=false',
    'core.splitIndex=false',
    'core.hooksPath=/dev/null',
    'color.ui=false',
    'diff.suppressBlankEmpty=false',
    'log.showSignature=false',
    'status.relativePaths=false',
  ].flatMap((setting) => ['-c', setting]),
];
