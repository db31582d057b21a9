import { describe, expect, it } from '@jest/globals';
import { PlumblineError } from '../../../../src/review/errors.js';
import type { Completion } from '../../../../src/review/index.js';
import { pullRequestOfRun, runIdOf } from '../../../../src/review/intake/run-id.js';
import { aTrigger } from '../../../support/builders/intake.js';
import { anIntake, type StagedIntake } from '../../../support/builders/intake-world.js';
import { aChangeSource } from '../../../support/builders/review.js';

const HEAD = 'b'.repeat(40);
const down = new PlumblineError('provider_failed', { status: 502, request: 'GET /x' });
const fails = (error: unknown) => () => Promise.reject(error);

/** An intake whose checks remember how they were opened and how they ended. */
function anObservedIntake(staged: StagedIntake = {}) {
  const checks: unknown[] = [];
  const checkPublisher = (facts: unknown) => ({
    open: async (head: unknown) => void checks.push(facts, head),
    progress: () => {},
    complete: async (end: Completion) =>
      void checks.push(end.kind === 'notice' ? `${end.conclusion}: ${end.title}` : end.kind),
  });
  return { checks, ...anIntake({ ...staged, host: { checkPublisher, ...staged.host } as StagedIntake['host'] }) };
}

describe('a review that cannot begin', () => {
  it.each([
    ['the pull request', { readPullRequest: fails(down) }],
    ['the settings', { readSettings: fails(down) }],
  ])('ends the check of the commit it was asked for when %s cannot be read', async (what, host) => {
    const { checks, logged, take } = anObservedIntake({ host });
    await take(aTrigger('pushed'), { pullRequest: 12, headSha: HEAD });
    expect(checks).toEqual([
      { runId: 'pr12-d', name: 'Review', pullRequest: 12 },
      { headSha: HEAD, isQueued: false },
      `action_required: Not reviewed: ${what} could not be read`,
    ]);
    expect(logged).toContainEqual(expect.stringMatching(/^review-not-begun .*"code":"provider_failed"/));
  });

  it('shows a comment that something went wrong, and tells the check where the head is known', async () => {
    const trigger = aTrigger('comment');
    const known = anObservedIntake({
      permissions: { [trigger.actor.login]: 'write' },
      host: { readSettings: fails(down) },
    });
    await known.take(trigger);
    expect(known.seen).toContain('confused');
    expect(known.checks.at(-1)).toBe('action_required: Not reviewed: the settings could not be read');
    const unknown = anObservedIntake({
      permissions: { [trigger.actor.login]: 'write' },
      host: { readPullRequest: fails(down) },
    });
    await unknown.take(trigger);
    expect(unknown.seen).toContain('confused');
    expect(unknown.checks).toEqual([]);
  });

  it('has its check under the default name ended by the next review of the commit, where checks have another name', async () => {
    let reads = 0;
    const readSettings = async () => {
      reads += 1;
      return reads === 1 ? Promise.reject(down) : { text: 'check_name: Gate\n', ref: 'main' };
    };
    const { checks, take } = anObservedIntake({ permissions: { ada: 'write' }, host: { readSettings } });
    await take(aTrigger('pushed'), { pullRequest: 12, headSha: HEAD });
    checks.length = 0;
    await take(aTrigger('comment'));
    expect(checks).toEqual([
      { runId: 'pr12-d', name: 'Gate', pullRequest: 12 },
      { headSha: HEAD, isQueued: false },
      'report',
      { runId: 'pr12-d-unread', name: 'Review', pullRequest: 12 },
      { headSha: HEAD, isQueued: false },
      'success: No findings in 1 of 1 file',
    ]);
    checks.length = 0;
    await take(aTrigger('comment'));
    expect(checks).toHaveLength(3);
  });

  it('has that check, and the log, say what the review said last, where its end was held and said anew', async () => {
    let reads = 0;
    let isUnreadable = false;
    const ends: string[] = [];
    const titleOf = (end: Completion) => (end.kind === 'report' ? end.report.title : end.title);
    const { logged, take } = anIntake({
      permissions: { ada: 'write' },
      host: {
        readSettings: async () => {
          reads += 1;
          return reads === 1 ? Promise.reject(down) : { text: 'check_name: Gate\n', ref: 'main' };
        },
        changeSource: () => ({
          ...aChangeSource(),
          recheck: async () =>
            isUnreadable ? { kind: 'unreadable', reason: 'GitHub answered 502' } : { kind: 'unmoved' },
        }),
        checkPublisher: ({ name }) => ({
          open: async () => {},
          progress: () => {},
          complete: async (end, lookAgain) => {
            isUnreadable = true;
            ends.push(`${name}: ${titleOf((await lookAgain?.()) ?? end)}`);
          },
        }),
      },
    });
    await take(aTrigger('pushed'), { pullRequest: 12, headSha: HEAD });
    isUnreadable = false;
    ends.length = 0;
    await take(aTrigger('comment'));
    const [gate = '', review] = ends;
    expect(gate).not.toContain('No findings in 1 of 1 file');
    expect(review).toBe(gate.replace('Gate', 'Review'));
    expect(logged).toContainEqual(expect.stringMatching(/^review-completed .*"conclusion":"neutral"/));
  });

  it('ends the check of a commit whose pull requests cannot be listed', async () => {
    const { checks, take } = anObservedIntake({ host: { listOpenPullRequests: fails(down) } });
    await take(aTrigger('rerequested'), { pullRequest: null, headSha: HEAD });
    expect(checks[0]).toEqual({ runId: 'commit-d', name: 'Review', pullRequest: null });
    expect(checks.at(-1)).toBe('action_required: Not reviewed: the pull request could not be read');
  });

  it('does nothing for a delivery that names neither a pull request nor a commit', async () => {
    const { checks, seen, take } = anObservedIntake();
    await take(aTrigger('rerequested'), { pullRequest: null, headSha: null });
    expect([checks, seen]).toEqual([[], []]);
  });

  it('says that a draft is skipped', async () => {
    const trigger = aTrigger('opened');
    const { checks, take } = anObservedIntake({
      permissions: { [trigger.actor.login]: 'write' },
      facts: { isDraft: true },
    });
    await take(trigger);
    expect(checks.at(-1)).toBe('skipped: Skipped: draft');
  });

  it('logs the reason of a crash masked, and tells the check nothing of its insides', async () => {
    const trigger = aTrigger('opened');
    const { checks, logged, take } = anObservedIntake({
      permissions: { [trigger.actor.login]: 'write' },
      host: { changeSource: () => ({ pin: fails(new TypeError(`broken by ghp_${'a'.repeat(36)}`)) }) as never },
    });
    await take(trigger);
    expect(checks.at(-1)).toBe('neutral: Not reviewed: an internal error');
    expect(logged).toContainEqual(expect.stringMatching(/^review-crashed .*TypeError: broken by \[masked\]/));
  });
});

describe('the id of a run', () => {
  it('leads back to its pull request', () => {
    expect(pullRequestOfRun(runIdOf('d-1', 12))).toBe(12);
  });

  it.each(['group-d', 'commit-d', 'pr-1', 'prx-1', 'xpr1-d', ''])('%j is of no pull request', (id) => {
    expect(pullRequestOfRun(id)).toBeNull();
  });
});
