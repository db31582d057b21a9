import { describe, expect, it } from '@jest/globals';
import { PlumblineError } from '../../../../src/review/errors.js';
import type { Completion } from '../../../../src/review/index.js';
import { answerMergeGroup } from '../../../../src/review/intake/answer-merge-group.js';
import type { IntakeWorld } from '../../../../src/review/intake/intake-world.js';
import { RunStopped } from '../../../../src/review/model/run-stopped.js';

const down = new PlumblineError('provider_failed', { status: 502, request: 'GET /x' });

/** What the queue's check was opened with and how it ended, when the queue asks for this branch. */
async function answered(headRef: string, host: Partial<IntakeWorld['host']> = {}) {
  const seen: unknown[] = [];
  const ends: Extract<Completion, { kind: 'notice' }>[] = [];
  const asked: unknown[] = [];
  const world = {
    reach: async () => void seen.push('reached'),
    signal: new AbortController().signal,
    host: {
      readSettings: async () => ({ text: 'check_name: Gate\n' }),
      readConclusion: async (...parameters: readonly unknown[]) => {
        asked.push(parameters[0]);
        return 'failure';
      },
      checkPublisher: (facts: unknown) => ({
        open: async (head: unknown) => void seen.push(facts, head),
        progress: () => {},
        complete: async (end: Completion, look?: () => Promise<Completion>) => {
          for (const told of [end, await look?.()]) if (told?.kind === 'notice') ends.push(told);
        },
      }),
      ...host,
    },
  } as unknown as IntakeWorld;
  const repository = { owner: 'octo', name: 'shop', id: 1 };
  const delivered = { installationId: 1, repository, deliveryId: 'd', headSha: 'e'.repeat(40), baseRef: 'main' };
  await answerMergeGroup({ ...delivered, kind: 'merge_group', headRef }, world);
  return { seen, ends, asked };
}

const OF_PULL_REQUEST = 'refs/heads/gh-readonly-queue/main/pr-12-abc123';

describe('a commit of a merge queue', () => {
  it('gets the conclusion of its pull request, under the name the settings give, and again on another look', async () => {
    const { asked, ends, seen } = await answered(OF_PULL_REQUEST);
    expect(seen).toEqual([
      'reached',
      { runId: 'group-d', name: 'Gate', pullRequest: null },
      { headSha: 'e'.repeat(40), isQueued: false },
    ]);
    expect(asked).toEqual([
      { pullRequest: 12, checkName: 'Gate', headSha: null },
      { pullRequest: 12, checkName: 'Gate', headSha: null },
    ]);
    const told = {
      kind: 'notice',
      conclusion: 'failure',
      title: 'As pull request #12: failure',
      lines: ["The merge queue's commit repeats the conclusion of the review of pull request #12."],
    };
    expect(ends).toEqual([told, told]);
  });

  it('is not reviewed when its pull request has no finished review', async () => {
    const { ends } = await answered(OF_PULL_REQUEST, { readConclusion: async () => null });
    expect(ends[0]).toMatchObject({
      conclusion: 'neutral',
      lines: ['No finished review of pull request #12 is known.'],
    });
  });

  it.each(['refs/heads/main', 'gh-readonly-queue/main/pr-x-abc', 'gh-readonly-queue/main/pr-12-abc/more'])(
    'asks for no conclusion when its branch does not name a pull request: %s',
    async (headRef) => {
      const { asked, ends } = await answered(headRef);
      expect(asked).toEqual([]);
      expect(ends[0]).toMatchObject({
        conclusion: 'neutral',
        lines: ['The queue does not say which pull request this commit was made from.'],
      });
    },
  );

  it('does not pass while the check of its pull request cannot be read, and says so', async () => {
    const { ends } = await answered(OF_PULL_REQUEST, { readConclusion: () => Promise.reject(down) });
    expect(ends[0]).toMatchObject({
      conclusion: 'action_required',
      title: 'Not reviewed: the pull request’s own check could not be read',
    });
  });

  it('blocks under the default name when the settings could not be read, and asks for nothing more', async () => {
    const { asked, ends, seen } = await answered(OF_PULL_REQUEST, { readSettings: () => Promise.reject(down) });
    expect(seen[1]).toMatchObject({ name: 'Review' });
    expect(asked).toEqual([]);
    expect(ends).toMatchObject([
      { conclusion: 'action_required', title: 'Not reviewed: the settings could not be read' },
    ]);
  });

  it('ends its check when the process ends while it reads', async () => {
    const stopped = () => Promise.reject(new RunStopped({ kind: 'shutdown' }));
    const { ends } = await answered(OF_PULL_REQUEST, { readConclusion: stopped });
    expect(ends[0]).toMatchObject({ conclusion: 'cancelled', title: 'Cancelled: the service was stopped' });
  });

  it('rejects with an error nobody knows', async () => {
    await expect(
      answered(OF_PULL_REQUEST, { readConclusion: () => Promise.reject(new TypeError('broken')) }),
    ).rejects.toThrow('broken');
  });
});
