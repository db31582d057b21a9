import { describe, expect, it } from '@jest/globals';
import { PlumblineError } from '../../../../src/review/errors.js';
import type { Conclusion } from '../../../../src/review/model/report.js';
import type { Trigger } from '../../../../src/review/model/request.js';
import { ModelFailure } from '../../../../src/review/model-failure.js';
import type { Completion } from '../../../../src/review/ports/index.js';
import { aSubmission } from '../../../support/builders/call.js';
import { aTrigger } from '../../../support/builders/intake.js';
import { anIntake, type StagedIntake } from '../../../support/builders/intake-world.js';
import { aChangeSource } from '../../../support/builders/review.js';
import { aSourceFile } from '../../../support/builders/source-file.js';

const NARROWED = asking('src/a.ts');

function asking(...paths: readonly string[]): Trigger {
  const command = { mode: 'standard', isForced: false, paths, focus: null } as const;
  return { kind: 'comment', commentId: 99, actor: { login: 'ada', isBot: false }, command };
}

/** What the only check of a run ended with, on a change of two files. */
async function endOf(trigger: Trigger, standing: Conclusion | null, staged: StagedIntake = {}) {
  const ends: Completion[] = [];
  const check = { open: async () => {}, progress: () => {}, complete: async (end: Completion) => void ends.push(end) };
  const { take } = anIntake({
    permissions: { ada: 'write' },
    ...staged,
    host: {
      changeSource: () =>
        aChangeSource({ files: [aSourceFile({ path: 'src/a.ts' }), aSourceFile({ path: 'src/b.ts' })] }),
      checkPublisher: () => check,
      readConclusion: async () => standing,
      ...staged.host,
    },
  });
  await take(trigger);
  expect(ends).toHaveLength(1);
  const [end] = ends;
  if (end === undefined) throw new Error('no check was completed');
  return end.kind === 'report'
    ? { conclusion: end.report.conclusion, title: end.report.title, lines: end.report.notices }
    : end;
}

describe('a review of some paths, where our check has spoken of the commit', () => {
  it.each(['failure', 'action_required'] as const)('keeps the %s that stands, and says so', async (standing) => {
    const { conclusion, lines, title } = await endOf(NARROWED, standing);
    expect(conclusion).toBe(standing);
    expect(title).toBe(`Limited: 1 of 1 file reviewed, no findings in them · as before: ${standing}`);
    expect(lines.join(' ')).toContain(`ended ${standing}`);
  });

  it.each(['success', 'neutral', 'cancelled', 'skipped', null] as const)('is neutral after %s', async (standing) => {
    const { conclusion, title } = await endOf(NARROWED, standing);
    expect(conclusion).toBe('neutral');
    expect(title).not.toContain('as before');
  });

  it.each<readonly [string, Trigger, StagedIntake]>([
    ['has nothing to read', asking('docs'), {}],
    ['fails', NARROWED, { turns: [new ModelFailure('quota', '', { status: 429 })] }],
    ['crashes', NARROWED, { host: { changeSource: () => aBrokenSource() } }],
  ])('keeps the failure that stands when it %s', async (_name, trigger, staged) => {
    const { conclusion, title } = await endOf(trigger, 'failure', staged);
    expect(conclusion).toBe('failure');
    expect(title).toMatch(/^Not reviewed: .* · as before: failure$/);
  });

  it('has its own end where the paths are the whole change after all', async () => {
    expect(await endOf(asking('src'), 'failure')).toMatchObject({ conclusion: 'success' });
  });

  it('and a review of everything has its own end', async () => {
    expect(await endOf(asking(), 'failure')).toMatchObject({ conclusion: 'success' });
  });

  it('is not begun where nobody can know what stands: its check could hide a failure', async () => {
    const unread = async () =>
      Promise.reject(new PlumblineError('provider_failed', { request: 'GET', reason: 'away' }));
    const { requests, seen, take } = anIntake({ permissions: { ada: 'write' }, host: { readConclusion: unread } });
    await take(NARROWED);
    expect(requests).toEqual([]);
    expect(seen.slice(2)).toEqual(['confused', 'reply']);
  });
});

describe('a review of some paths, while another review of the pull request runs', () => {
  /** The first run's model answers when the second delivery has been dealt with. */
  async function both(first: Trigger, second: Trigger) {
    let takeSecond = async () => {};
    const turn = async () => takeSecond().then(() => aSubmission());
    const replies: string[] = [];
    const { seen, take } = anIntake({
      permissions: { ada: 'write' },
      turns: [turn, aSubmission()],
      host: { reply: async (_number, body) => void replies.push(body) },
    });
    let secondTaken = Promise.resolve();
    takeSecond = () => {
      secondTaken = take(second);
      return secondTaken;
    };
    await take(first);
    await secondTaken;
    return { replies, ends: seen.filter((what) => /^[A-Z]/.test(what)) };
  }

  it.each([
    ['a full one that a person asked for', asking()],
    ['a full one that a push began', aTrigger('pushed')],
  ])('does not take the place of %s: a reply says so', async (_name, full) => {
    const { ends, replies } = await both(full, NARROWED);
    expect(ends).toEqual(['No findings in 1 of 1 file']);
    expect(replies).toEqual([expect.stringContaining('A full review of this pull request is running')]);
  });

  it.each([
    ['a full one takes the place of a narrowed one', NARROWED, asking()],
    ['a narrowed one takes the place of a narrowed one', NARROWED, asking('src/b.ts')],
  ])('%s', async (_name, first, second) => {
    const { ends, replies } = await both(first, second);
    expect(ends).toContain('Superseded by bbbbbbb');
    expect(ends).toHaveLength(2);
    expect(replies).toEqual([]);
  });
});

function aBrokenSource() {
  return { ...aChangeSource(), listFiles: () => Promise.reject(new TypeError('broken')) };
}
