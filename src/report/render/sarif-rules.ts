import { CATEGORIES, type Category } from '../../review/index.js';

export type Words = { readonly short: string; readonly help: string };

const WORDS: Readonly<Record<Category, Words>> = {
  correctness: {
    short: 'The change does not do what it is meant to do.',
    help: 'A wrong result, a lost case, a condition that is the wrong way round. Follow the trigger that the finding names.',
  },
  security: {
    short: 'The change lets someone do what they must not.',
    help: 'Input that is trusted, a check that can be passed by, a secret that gets out. Ask who controls the input.',
  },
  concurrency: {
    short: 'The change is wrong when things happen at the same time.',
    help: 'A race, a lost update, a lock that is held for ever, an order that is assumed. Ask what else may run meanwhile.',
  },
  resources: {
    short: 'The change keeps, leaks or exhausts something.',
    help: 'A handle that stays open, memory that grows, a listener that is never removed. Look at every way out.',
  },
  error_handling: {
    short: 'The change mishandles a failure.',
    help: 'An error that is swallowed, retried blindly or told as success. Ask what the caller learns.',
  },
  performance: {
    short: 'The change does far more work than it needs.',
    help: 'Work that grows with the data, a query in a loop, a wait that nobody needs. Ask for the size it meets in use.',
  },
  contract: {
    short: 'The change breaks what others rely on.',
    help: 'An interface, a schema, a format or a setting that changed for its users. Look for those who read or call it.',
  },
  tests: {
    short: 'The tests do not hold what they claim.',
    help: 'A test that cannot fail, asserts the wrong thing, or leaves the changed behaviour out.',
  },
  types: {
    short: 'The types say something that is not true.',
    help: 'A cast, a missing case or a null that the types hide from the compiler.',
  },
  maintainability: {
    short: 'The change will be hard to keep right.',
    help: 'Knowledge that stands in two places, a name that misleads, code that nothing reaches.',
  },
};

/** `error_handling` as `ErrorHandling`: what SARIF calls a friendly name. */
export function friendlyName(id: string): string {
  return id
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** All three texts: GitHub code scanning asks for each. */
export function described({ short, help }: Words) {
  return { shortDescription: { text: short }, fullDescription: { text: `${short} ${help}` }, help: { text: help } };
}

/** The stable id of a category's rule. */
export function ruleId(category: Category): string {
  return `plumbline/${category}`;
}

/** The place of a category's rule in `rules`. */
export function ruleIndex(category: Category): number {
  return CATEGORIES.indexOf(category);
}

/**
 * One rule a category, always all of them, so that ids and indexes stay. The level of a rule is a default that every
 * result overrides. There is no `security-severity` and no `precision`: those are numbers for a whole rule, and a
 * category has none; the severity belongs to each finding.
 */
export function sarifRules() {
  return CATEGORIES.map((category) => ({
    id: ruleId(category),
    name: friendlyName(category),
    ...described(WORDS[category]),
    defaultConfiguration: { level: 'warning' },
    properties: { tags: [category] },
  }));
}
