import type { Intent, PullRequestFacts, ReviewCommand, Trigger } from '../../../src/review/index.js';

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

/** A delivery that asks for a review of #12. */
export function anIntentOf(trigger: Trigger): Extract<Intent, { kind: 'review' }> {
  const repository = { owner: 'octo', name: 'shop', id: 1 };
  return { kind: 'review', deliveryId: 'd', installationId: 1, repository, pullRequest: 12, headSha: null, trigger };
}

/** `/review` of a person named ada. */
export function aComment(command: Partial<ReviewCommand> = {}): Extract<Trigger, { kind: 'comment' }> {
  const asked: ReviewCommand = { mode: 'standard', isForced: false, paths: [], focus: null, ...command };
  return { kind: 'comment', commentId: 99, actor: { login: 'ada', isBot: false }, command: asked };
}

/** A trigger of any kind but `bad_command`, by a person named ada. */
export function aTrigger(kind: Exclude<Trigger['kind'], 'bad_command'>): Trigger {
  return kind === 'comment' ? aComment() : { kind, actor: { login: 'ada', isBot: false } };
}
