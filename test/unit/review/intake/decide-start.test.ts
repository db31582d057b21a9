import { describe, expect, it } from '@jest/globals';
import { readSettings } from '../../../../src/review/index.js';
import { decideStart } from '../../../../src/review/intake/decide-start.js';
import { aPullRequest, aTrigger } from '../../../support/builders/intake.js';

const settingsOf = (text: string) => readSettings(text).settings;

describe('deciding whether a review starts', () => {
  it('starts for a person who may ask, on a draft too', () => {
    const facts = aPullRequest({ isDraft: true });
    const decision = decideStart({ trigger: aTrigger('comment'), facts, settings: settingsOf(''), mayCommand: true });
    expect(decision).toEqual({ kind: 'start' });
  });

  it.each([
    ['comment', 'ignore'],
    ['rerequested', 'wait'],
  ] as const)('T19: never starts for a %s of somebody who may not', (kind, expected) => {
    const decision = decideStart({
      trigger: aTrigger(kind),
      facts: aPullRequest(),
      settings: settingsOf('auto_review: {authors: anyone}'),
      mayCommand: false,
    });
    expect(decision.kind).toBe(expected);
  });

  it.each(['opened', 'reopened', 'ready_for_review', 'pushed', 'retargeted'] as const)(
    'an outsider’s %s waits for a maintainer',
    (kind) => {
      const input = { trigger: aTrigger(kind), facts: aPullRequest(), settings: settingsOf('') };
      expect(decideStart({ ...input, mayCommand: false })).toEqual({ kind: 'wait' });
      expect(decideStart({ ...input, mayCommand: true })).toEqual({ kind: 'start' });
    },
  );

  it('starts for anybody where the settings say so', () => {
    const settings = settingsOf('auto_review: {authors: anyone}');
    expect(decideStart({ trigger: aTrigger('opened'), facts: aPullRequest(), settings, mayCommand: false })).toEqual({
      kind: 'start',
    });
  });

  it.each([
    ['a draft', '', { isDraft: true }, 'opened', 'Skipped: draft'],
    ['opening, switched off', 'auto_review: {opened: false}', {}, 'opened', 'Skipped: automatic reviews are off'],
    ['a push, switched off', 'auto_review: {pushed: false}', {}, 'pushed', 'Skipped: automatic reviews are off'],
    [
      'a new base, switched off',
      'auto_review: {pushed: false}',
      {},
      'retargeted',
      'Skipped: automatic reviews are off',
    ],
    ['an unwanted label', 'auto_review: {labels: {skip: [wip]}}', { labels: ['wip'] }, 'opened', 'Skipped: label wip'],
    [
      'a missing label',
      'auto_review: {labels: {only: [ai]}}',
      {},
      'opened',
      'Skipped: no label that asks for a review',
    ],
    [
      'another base',
      'auto_review: {branches: ["release/*"]}',
      { baseRef: 'main' },
      'opened',
      'Skipped: base branch main',
    ],
  ] as const)('D13: %s is skipped, and the check says why', (_name, text, overrides, kind, title) => {
    const decision = decideStart({
      trigger: aTrigger(kind),
      facts: aPullRequest(overrides),
      settings: settingsOf(text),
      mayCommand: true,
    });
    expect(decision).toMatchObject({ kind: 'skip', title });
  });

  it.each([
    ['auto_review: {drafts: true}', { isDraft: true }],
    ['auto_review: {labels: {only: [ai]}}', { labels: ['x', 'ai'] }],
    ['auto_review: {branches: ["release/*"]}', { baseRef: 'release/1.0' }],
    ['auto_review: {pushed: false}', {}],
  ])('starts where %s allows it', (text, overrides) => {
    const decision = decideStart({
      trigger: aTrigger('opened'),
      facts: aPullRequest(overrides),
      settings: settingsOf(text),
      mayCommand: true,
    });
    expect(decision).toEqual({ kind: 'start' });
  });

  it.each(['comment', 'opened', 'pushed'] as const)('does nothing on a closed pull request after a %s', (kind) => {
    const decision = decideStart({
      trigger: aTrigger(kind),
      facts: aPullRequest({ isOpen: false }),
      settings: settingsOf(''),
      mayCommand: true,
    });
    expect(decision.kind).toBe('ignore');
  });
});
