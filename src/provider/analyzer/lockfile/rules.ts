import type { ToolFinding, Weight } from '../check.js';

export type LockRuleId =
  | 'plain-http'
  | 'unusual-host'
  | 'git-source'
  | 'file-source'
  | 'no-integrity'
  | 'other-package'
  | 'credentials-in-source'
  | 'lockfile-summary';

type LockRule = Weight & {
  /** `detail` is a host, a package name, or nothing. */
  readonly title: (detail: string) => string;
  readonly advice: string | ((detail: string) => string);
};

const RULES: Readonly<Record<LockRuleId, LockRule>> = {
  'plain-http': {
    severity: 'high',
    category: 'security',
    title: (host) => `Package fetched over plain HTTP from ${host}`,
    advice: 'Anybody on the way can replace what is installed. Use HTTPS and lock again.',
  },
  'unusual-host': {
    severity: 'medium',
    category: 'security',
    title: (host) => `Package from an unusual host: ${host}`,
    advice: 'The other packages of this file come from elsewhere. Make sure that this source is meant and trusted.',
  },
  'git-source': {
    severity: 'medium',
    category: 'security',
    title: (host) => `Package from a git repository: ${host}`,
    advice: 'What is installed was never published and can be deleted or moved. Prefer a published version.',
  },
  'file-source': {
    severity: 'medium',
    category: 'security',
    title: () => 'Package from a file or an unknown kind of source',
    advice: 'It is not there on other machines, and no registry vouches for it. Prefer a published version.',
  },
  'no-integrity': {
    severity: 'medium',
    category: 'security',
    title: () => 'Locked package without an integrity digest',
    advice: 'Its content can change without anybody noticing. Lock again with a current package manager.',
  },
  'other-package': {
    severity: 'high',
    category: 'security',
    title: (name) => `Entry of ${name} installs another package`,
    advice: 'The name of the entry and the archive it points to differ. Lock again, and find out who wrote this entry.',
  },
  'credentials-in-source': {
    severity: 'high',
    category: 'security',
    title: (host) => `Credentials in the address of a package from ${host}`,
    advice: 'Whoever can read the repository can use them. Revoke them and configure access outside the lock file.',
  },
  'lockfile-summary': {
    severity: 'info',
    category: 'maintainability',
    title: () => 'Locked packages changed',
    advice: (host) =>
      `${host === '' ? '' : `All of a file that is new come from ${host}. `}Check that the change is about dependencies at all.`,
  },
};

const MAX_NAMES = 5;

/** The words of a fault that the named entries share. */
export function toToolWords(ruleId: LockRuleId, detail: string, names: readonly string[]): Omit<ToolFinding, 'places'> {
  const { severity, category, title, advice } = RULES[ruleId];
  const known = [...new Set(names)].filter((name) => name !== '');
  const shown = known.slice(0, MAX_NAMES).join(', ');
  const more = known.length > MAX_NAMES ? ` and ${known.length - MAX_NAMES} more` : '';
  const words = typeof advice === 'string' ? advice : advice(detail);
  const count = `${names.length} ${names.length === 1 ? 'entry' : 'entries'}`;
  return { ruleId, severity, category, title: title(detail), body: `${count}: ${shown}${more}. ${words}` };
}
