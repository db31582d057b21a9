import type { PullRequestFacts, Trigger } from '../../../src/review/index.js';

export function aPullRequest(overrides: Partial<PullRequestFacts> = {}): PullRequestFacts {
  return {
    number: 12,
    isOpen: true,
    isDraft: false,
    author: { login: 'ada', isBot: false },
    headSha: 'a'.repeat(40),
    headRef: 'topic',
    baseRef: 'main',
    labels: [],
    ...overrides,
  };
}

/** A trigger of any kind but `bad_command`, by a person named ada. */
export function aTrigger(kind: Exclude<Trigger['kind'], 'bad_command'>): Trigger {
  const actor = { login: 'ada', isBot: false };
  return kind === 'comment'
    ? { kind, commentId: 99, actor, command: { mode: 'standard', paths: [], focus: null } }
    : { kind, actor };
}
