import { describe, expect, it } from '@jest/globals';
import { PlumblineError } from '../../../../src/review/errors.js';
import type { Completion } from '../../../../src/review/index.js';
import type { Conclusion } from '../../../../src/review/model/report.js';
import { RunStopped } from '../../../../src/review/model/run-stopped.js';
import { ModelFailure } from '../../../../src/review/model-failure.js';
import { aSubmission } from '../../../support/builders/call.js';
import { aPullRequest, aTrigger } from '../../../support/builders/intake.js';
import { anIntake, type StagedIntake } from '../../../support/builders/intake-world.js';
import { aChangeSource } from '../../../support/builders/review.js';

/** A check that remembers how it was completed. */
function aRecordingCheck() {
  const ends: Completion[] = [];
  const check = { open: async () => {}, progress: () => {}, complete: async (end: Completion) => void ends.push(end) };
  return { ends, checkPublisher: () => check };
}

const DOWN = new PlumblineError('provider_failed', { request: 'GET', status: 502 });

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
    expect(ends).toMatchObject([
      { conclusion: 'failure', title: 'Waiting: a maintainer can comment /review · as before: failure' },
    ]);
  });

  it.each([null, 'success', 'neutral', 'skipped'] as const)(
    'needs somebody’s action where Re-run has queued the only check again that may have failed: %s stands',
    async (standing) => {
      const { ends, checkPublisher } = aRecordingCheck();
      const { take } = anIntake({ host: { checkPublisher, readConclusion: async () => standing } });
      await take(aTrigger('rerequested'));
      expect(told(ends)).toEqual(['action_required']);
    },
  );

  it('asks for what stands on the commit the delivery speaks of', async () => {
    const { ends, checkPublisher } = aRecordingCheck();
    const asked: unknown[] = [];
    const readConclusion = async (wanted: unknown) => {
      asked.push(wanted);
      return null;
    };
    const { take } = anIntake({ host: { checkPublisher, readConclusion } });
    await take(aTrigger('pushed'), { pullRequest: 12, headSha: 'c'.repeat(40) });
    expect(asked).toEqual([{ pullRequest: 12, checkName: 'Review', headSha: 'c'.repeat(40) }]);
    expect(told(ends)).toEqual(['neutral']);
  });

  it('is withheld while nobody can know what stands', async () => {
    const { ends, checkPublisher } = aRecordingCheck();
    const { logged, take } = anIntake({ host: { checkPublisher, readConclusion: () => Promise.reject(DOWN) } });
    await take(aTrigger('opened'));
    expect(ends).toEqual([]);
    expect(logged).toContainEqual(expect.stringContaining('standing-conclusion-unread'));
    expect(logged).toContainEqual(expect.stringMatching(/^notice-withheld .*"standing":"unknown"/));
  });

  it('rejects with a programmer’s error', async () => {
    const { take } = anIntake({ host: { readConclusion: () => Promise.reject(new TypeError('broken')) } });
    await expect(take(aTrigger('opened'))).rejects.toThrow('broken');
  });
});

describe('a run that ends without a review, on a commit that our check has spoken of', () => {
  /** How the check of a run ends that the author's own push began. */
  async function endOf(
    standing: Conclusion | PlumblineError | null,
    staged: StagedIntake = {},
    kind: 'pushed' | 'rerequested' = 'pushed',
  ) {
    const { ends, checkPublisher } = aRecordingCheck();
    const readConclusion = async () => (standing instanceof PlumblineError ? Promise.reject(standing) : standing);
    let stop = async (_reason: 'closed' | 'drafted') => {};
    const turn = async () => stop(kind === 'pushed' ? 'drafted' : 'closed').then(() => aSubmission());
    const { stop: stopIt, take } = anIntake({
      permissions: { ada: 'write' },
      turns: [turn],
      ...staged,
      host: { checkPublisher, readConclusion, ...staged.host },
    });
    stop = stopIt;
    await take(aTrigger(kind));
    const [end] = ends;
    return end?.kind === 'report' ? { conclusion: end.report.conclusion, title: end.report.title } : end;
  }

  const nothing = { host: { changeSource: () => aChangeSource({ files: [] }) } };
  const quota = { turns: [new ModelFailure('quota', '', { status: 429 })] };
  const broken = { host: { changeSource: () => ({ pin: () => Promise.reject(new TypeError('broken')) }) as never } };

  it.each<readonly [string, StagedIntake, string]>([
    ['became a draft', {}, 'Skipped: draft'],
    ['has nothing to read', nothing, 'Not reviewed: no changed file'],
    ['has no answer of the model', quota, 'Not reviewed: provider quota (429)'],
    ['crashes', broken, 'Not reviewed: an internal error'],
  ])('keeps the failure that stands when it %s, and says so', async (_name, staged, title) => {
    expect(await endOf('failure', staged)).toMatchObject({
      conclusion: 'failure',
      title: `${title} · as before: failure`,
    });
    expect((await endOf(null, staged))?.title).toBe(title);
    expect((await endOf('success', staged))?.title).toBe(title);
  });

  it('satisfies no required check while nobody can know what stands', async () => {
    expect(await endOf(DOWN)).toMatchObject({
      conclusion: 'action_required',
      title: 'Skipped: draft · before: not known',
    });
  });

  it('satisfies none either when Re-run has hidden what stood', async () => {
    expect(await endOf(null, quota, 'rerequested')).toMatchObject({ conclusion: 'action_required' });
    expect(await endOf('failure', quota, 'rerequested')).toMatchObject({ conclusion: 'failure' });
    expect(await endOf(null, {}, 'rerequested')).toMatchObject({
      conclusion: 'cancelled',
      title: 'Cancelled: the pull request was closed',
    });
  });
});

describe('while the process ends', () => {
  it.each<readonly [string, (ends: <Value>(read: Value) => Value) => NonNullable<StagedIntake['host']>]>([
    ['the permission', (ends) => ({ readPermission: async () => ends('unknown') })],
    ['the settings', (ends) => ({ readSettings: async () => ends(null) })],
    ['what stands', (ends) => ({ readPermission: async () => 'none', readConclusion: async () => ends(null) })],
  ])('%s may still be read, but no check is opened', async (_name, hostOf) => {
    const closing = new AbortController();
    const ends = <Value>(read: Value) => {
      closing.abort(new RunStopped({ kind: 'shutdown' }));
      return read;
    };
    const { requests, seen, take } = anIntake({
      permissions: { ada: 'write' },
      signal: closing.signal,
      host: hostOf(ends),
    });
    await expect(take(aTrigger('pushed'))).rejects.toThrow('shutdown');
    expect(requests).toEqual([]);
    expect(seen.filter((what) => what.startsWith('check'))).toEqual([]);
  });
});

it('Re-run of a commit takes the places of all its pull requests before it reads of any, and reads side by side', async () => {
  const seen: string[] = [];
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const { stop, take } = anIntake({
    permissions: { ada: 'write' },
    host: {
      listOpenPullRequests: async () => [11, 12],
      readPullRequest: async (number) => {
        seen.push(`read ${number}`);
        if (number === 12) letGo();
        else await held;
        return aPullRequest({ number, headSha: 'b'.repeat(40) });
      },
      readPermission: async () => {
        // The first to be asked: the place of the other pull request has to be taken by now.
        if (seen.length === 0) await stop('closed');
        return 'write';
      },
      checkPublisher: ({ pullRequest }) => ({
        open: async () => void seen.push(`check of ${pullRequest}`),
        progress: () => {},
        complete: async () => {},
      }),
    },
  });
  await take(aTrigger('rerequested'), { pullRequest: null, headSha: 'b'.repeat(40) });
  expect(seen).toEqual(expect.arrayContaining(['read 11', 'read 12', 'check of 11']));
  expect(seen).not.toContain('check of 12');
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
