import { describe, expect, it } from '@jest/globals';
import type { Trigger } from '../../../../src/review/model/request.js';
import { aSubmission } from '../../../support/builders/call.js';
import { aPullRequest, aTrigger } from '../../../support/builders/intake.js';
import { anIntake, type StagedIntake } from '../../../support/builders/intake-world.js';

const settings = (text: string) => ({ readSettings: async () => ({ text, ref: 'main' }) });
const facts = aPullRequest({ headSha: 'b'.repeat(40) });

type Reason = 'closed' | 'drafted';
type Host = NonNullable<StagedIntake['host']>;

/** Hosts in which something happens while one thing is read or written: the answer is from before it. */
const MOMENTS: readonly (readonly [string, (happens: () => Promise<void>) => Host])[] = [
  ['the permission is read', (happens) => ({ readPermission: async () => happens().then(() => 'write') })],
  ['the pull request is read', (happens) => ({ readPullRequest: async () => happens().then(() => facts) })],
  ['the settings are read', (happens) => ({ readSettings: async () => happens().then(() => null) })],
];

function aStoppedIntake(reason: Reason, hostOf: (happens: () => Promise<void>) => Host, staged: StagedIntake = {}) {
  let stop = async () => {};
  const host = { ...hostOf(() => stop()), ...staged.host };
  const intake = anIntake({ permissions: { ada: 'write' }, ...staged, host });
  stop = () => intake.stop(reason);
  const stopNoMore = () => {
    stop = async () => {};
  };
  return { ...intake, stopNoMore };
}

describe('a pull request that is closed while a review of it begins', () => {
  describe.each(MOMENTS)('while %s', (_name, hostOf) => {
    it.each(['opened', 'pushed', 'rerequested'] as const)('stops what %s began, before any write', async (kind) => {
      const { logged, requests, seen, take } = aStoppedIntake('closed', hostOf);
      await take(aTrigger(kind));
      expect(requests).toEqual([]);
      expect(seen.filter((what) => /^[A-Z]|check/.test(what))).toEqual([]);
      expect(logged).toContainEqual(expect.stringContaining('review-not-started'));
    });

    it('stops what a comment asked for, and says so', async () => {
      const { requests, seen, take } = aStoppedIntake('closed', hostOf);
      await take(aTrigger('comment'));
      expect(requests).toEqual([]);
      expect(seen.at(-1)).toBe('reply');
    });

    it('keeps nothing from being reviewed that is asked for afterwards', async () => {
      const { seen, stopNoMore, take } = aStoppedIntake('closed', hostOf);
      await take(aTrigger('comment'));
      stopNoMore();
      await take(aTrigger('reopened'));
      expect(seen.at(-1)).toBe('No findings in 1 of 1 file');
    });
  });

  it('ends the check that was being opened', async () => {
    const ends: string[] = [];
    const { requests, take } = aStoppedIntake('closed', (happens) => ({
      checkPublisher: () => ({
        open: happens,
        progress: () => {},
        complete: async (end) => void ends.push(end.kind === 'notice' ? end.title : end.kind),
      }),
    }));
    await take(aTrigger('opened'));
    expect(requests).toEqual([]);
    expect(ends).toEqual(['Cancelled: the pull request was closed']);
  });

  it('stops the run that began before, and not the one that began after', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let reads = 0;
    const { requests, seen, stop, take } = anIntake({
      permissions: { ada: 'write' },
      host: {
        readPullRequest: async () => {
          reads += 1;
          if (reads === 1) await held;
          return facts;
        },
      },
    });
    const older = take(aTrigger('opened'));
    await stop('closed');
    await take(aTrigger('reopened'));
    letGo();
    await older;
    expect(requests).toHaveLength(1);
    expect(seen.at(-1)).toBe('No findings in 1 of 1 file');
  });
});

describe('a pull request that becomes a draft', () => {
  const draftsToo = settings('auto_review: {drafts: true}\n');
  const asked: readonly Trigger['kind'][] = ['comment', 'rerequested'];
  const WHILE_READ = MOMENTS.filter(([name]) => !name.includes('settings'));

  /** The model is asked; then the pull request becomes a draft; then the model answers. */
  function aDraftedRun(staged: StagedIntake = {}) {
    let stop = async () => {};
    const turn = async () => stop().then(() => aSubmission());
    const intake = anIntake({ permissions: { ada: 'write' }, turns: [turn], ...staged });
    stop = () => intake.stop('drafted');
    return intake;
  }

  it.each(['opened', 'reopened', 'pushed'] as const)('stops a run that %s began', async (kind) => {
    const { seen, take } = aDraftedRun();
    await take(aTrigger(kind));
    expect(seen.at(-1)).toBe('Skipped: draft');
  });

  it.each(['comment', 'rerequested'] as const)('does not stop a run that a person asked for by %s', async (kind) => {
    const { seen, take } = aDraftedRun();
    await take(aTrigger(kind));
    expect(seen).toContain('No findings in 1 of 1 file');
  });

  it('stops nothing where the settings review drafts', async () => {
    const { seen, take } = aDraftedRun({ host: draftsToo });
    await take(aTrigger('opened'));
    expect(seen.at(-1)).toBe('No findings in 1 of 1 file');
  });

  describe.each(WHILE_READ)('while %s', (_name, hostOf) => {
    it('is not reviewed by itself', async () => {
      const { requests, take } = aStoppedIntake('drafted', hostOf);
      await take(aTrigger('opened'));
      expect(requests).toEqual([]);
    });

    it('is reviewed where the settings review drafts, or a person asked', async () => {
      const byItself = aStoppedIntake('drafted', hostOf, { host: draftsToo });
      await byItself.take(aTrigger('opened'));
      expect(byItself.requests).toHaveLength(1);
      for (const kind of asked) {
        const byPerson = aStoppedIntake('drafted', hostOf);
        await byPerson.take(aTrigger(kind as 'comment'));
        expect(byPerson.requests).toHaveLength(1);
      }
    });
  });
});
