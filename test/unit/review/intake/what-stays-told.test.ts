import { describe, expect, it } from '@jest/globals';
import type { Completion } from '../../../../src/review/index.js';
import { aTrigger } from '../../../support/builders/intake.js';
import { anIntake } from '../../../support/builders/intake-world.js';

/** A check that remembers how it was completed. */
function aRecordingCheck() {
  const ends: Completion[] = [];
  const check = { open: async () => {}, progress: () => {}, complete: async (end: Completion) => void ends.push(end) };
  return { ends, checkPublisher: () => check };
}

const told = (ends: readonly Completion[]) => ends.map((end) => (end.kind === 'notice' ? end.conclusion : end.kind));

describe('a notice on a commit that our check has spoken of', () => {
  it.each(['failure', 'action_required', 'neutral'] as const)('is withheld where %s stands', async (standing) => {
    const { ends, checkPublisher } = aRecordingCheck();
    const { logged, take } = anIntake({ host: { checkPublisher, readConclusion: async () => standing } });
    await take(aTrigger('opened'));
    expect(ends).toEqual([]);
    expect(logged).toContainEqual(expect.stringContaining('notice-withheld'));
  });

  it.each(['success', 'cancelled', 'skipped', null] as const)('is told where %s stands', async (standing) => {
    const { ends, checkPublisher } = aRecordingCheck();
    const { take } = anIntake({ host: { checkPublisher, readConclusion: async () => standing } });
    await take(aTrigger('opened'));
    expect(told(ends)).toEqual(['neutral']);
  });

  it('repeats the standing conclusion where Re-run has queued the check again', async () => {
    const { ends, checkPublisher } = aRecordingCheck();
    const { take } = anIntake({ host: { checkPublisher, readConclusion: async () => 'failure' } });
    await take(aTrigger('rerequested'));
    expect(ends).toMatchObject([{ conclusion: 'failure', title: 'As before: failure' }]);
  });

  it('is told where the standing conclusion cannot be read, or is that of another head', async () => {
    const { ends, checkPublisher } = aRecordingCheck();
    const unread = anIntake({ host: { checkPublisher, readConclusion: () => Promise.reject(new Error('down')) } });
    await unread.take(aTrigger('opened'));
    const moved = anIntake({ host: { checkPublisher, readConclusion: async () => 'failure' } });
    await moved.take(aTrigger('pushed'), { pullRequest: 12, headSha: 'c'.repeat(40) });
    expect(told(ends)).toEqual(['neutral', 'neutral']);
  });
});

it('Re-run of a commit goes on to its next pull request when one fails, and rejects with the first error', async () => {
  const asked: number[] = [];
  const { take } = anIntake({
    host: {
      listOpenPullRequests: async () => [12, 13],
      readPullRequest: async (number) => {
        asked.push(number);
        throw new Error(`no ${number}`);
      },
    },
  });
  const taking = take(aTrigger('rerequested'), { pullRequest: null, headSha: 'b'.repeat(40) });
  await expect(taking).rejects.toThrow('no 12');
  expect([...new Set(asked)]).toEqual([12, 13]);
});

it('a check that takes over and cannot be opened stops no review, and is the one that is completed', async () => {
  const ends: string[] = [];
  const { take } = anIntake({
    permissions: { ada: 'write' },
    facts: { headSha: 'a'.repeat(40) },
    host: {
      checkPublisher: ({ runId }) => ({
        open: async ({ headSha }) => {
          if (headSha.startsWith('b')) throw new Error('cannot be opened');
        },
        progress: () => {},
        complete: async (end) => void ends.push(`${runId}: ${end.kind === 'notice' ? end.title : end.kind}`),
      }),
    },
  });
  await take(aTrigger('comment'));
  expect(ends).toEqual(['pr12-d: Superseded by bbbbbbb', 'pr12-d-bbbbbbb: report']);
});
