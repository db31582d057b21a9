import { describe, expect, it } from '@jest/globals';
import type { Order } from '../../../../src/review/index.js';
import { aSubmission } from '../../../support/builders/call.js';
import { aHeldModel } from '../../../support/builders/held-model.js';
import { aComment, aTrigger } from '../../../support/builders/intake.js';
import { anIntake } from '../../../support/builders/intake-world.js';

/** An intake whose first review waits with its answer. */
function aHeldReview() {
  const { asked, letGo, turn } = aHeldModel();
  const intake = anIntake({ permissions: { ada: 'write' }, turns: [turn, aSubmission()] });
  const running = intake.take(aComment()).then(
    () => 'ended',
    (error: Error) => error.message,
  );
  return { ...intake, asked, letGo, running };
}

const ADA = { login: 'ada', isBot: false };
const CANCEL: Order = { kind: 'cancel' };

describe('an order', () => {
  it('Q04: of somebody who may not command does nothing but a reaction', async () => {
    const { asked, letGo, order, running, seen } = aHeldReview();
    await asked;
    await order(CANCEL, { login: 'mallory', isBot: false });
    letGo();
    expect(await running).toBe('ended');
    expect(seen.filter((what) => what === '-1')).toHaveLength(1);
    expect(seen).toContain('No findings in 1 of 1 file');
  });

  it('to cancel ends the check as cancelled by that person', async () => {
    const { asked, letGo, order, running, seen } = aHeldReview();
    await asked;
    await order(CANCEL, ADA);
    letGo();
    await running;
    expect(seen).toContain('Cancelled by ada');
    expect(seen).toContain('+1');
  });

  it.each<[Order['kind'] & ('cancel' | 'pause' | 'continue'), string]>([
    ['cancel', 'No review of this pull request is running.'],
    ['pause', 'No review of this pull request is running.'],
    ['continue', 'No review of this pull request is paused.'],
  ])('to %s is answered when there is nothing to do', async (kind, reply) => {
    const { order, replies, seen } = anIntake({ permissions: { ada: 'write' } });
    await order({ kind }, ADA);
    expect(replies).toEqual([reply]);
    expect(seen).toContain('confused');
  });

  it('for help is answered with what can be asked for', async () => {
    const { order, replies } = anIntake({ permissions: { ada: 'write' } });
    await order({ kind: 'help' }, ADA);
    expect(replies).toEqual([expect.stringContaining('/review again')]);
  });

  it('of a button gets no reaction, because there is no comment', async () => {
    const { order, replies, seen } = anIntake({ permissions: { ada: 'write' } });
    await order(CANCEL, ADA, null);
    expect(replies).toEqual([]);
    expect(seen).not.toContain('confused');
  });
});

it.each<['cancel' | 'pause']>([['cancel'], ['pause']])(
  'an order to %s a review that runs in another process is done: that one hears it too',
  async (kind) => {
    const { begun, order, replies, seen } = anIntake({ permissions: { ada: 'write' } });
    await begun();
    await order({ kind }, ADA);
    expect(replies).toEqual([]);
    expect(seen).toContain('+1');
  },
);

describe('a review that is paused', () => {
  it('leaves its check open, and gives its place back', async () => {
    const { asked, letGo, order, running, seen } = aHeldReview();
    await asked;
    await order({ kind: 'pause' }, ADA);
    letGo();
    expect(await running).toBe('the run was stopped: paused');
    expect(seen).toContain('left: Paused by ada. Comment /review continue to go on.');
    expect(seen.filter((what) => /^(No findings|Cancelled)/.test(what))).toEqual([]);
    expect(seen).not.toContain('rocket');
  });

  it('is taken up as the same delivery when it is told to go on, once', async () => {
    const { asked, letGo, order, replies, running, takenUp } = aHeldReview();
    await asked;
    await order({ kind: 'pause' }, ADA);
    letGo();
    await running;
    await order({ kind: 'continue' }, ADA);
    await order({ kind: 'continue' }, ADA);
    expect(takenUp).toMatchObject([{ kind: 'review', deliveryId: 'd', pullRequest: 12 }]);
    expect(replies).toEqual(['No review of this pull request is paused.']);
  });

  it.each([
    ['told to be cancelled', 'Cancelled by ada', (intake: ReturnType<typeof aHeldReview>) => intake.order(CANCEL, ADA)],
    [
      'closed',
      'Cancelled: the pull request was closed',
      (intake: ReturnType<typeof aHeldReview>) => intake.stop('closed'),
    ],
    [
      'reviewed anew',
      'Superseded by bbbbbbb',
      (intake: ReturnType<typeof aHeldReview>) => intake.take(aTrigger('pushed'), undefined, 'd2'),
    ],
  ])('has its check ended when its pull request is %s', async (_name, end, act) => {
    const intake = aHeldReview();
    await intake.asked;
    await intake.order({ kind: 'pause' }, ADA);
    intake.letGo();
    await intake.running;
    await act(intake);
    expect(intake.seen).toContain(end);
    const [paused] = (await intake.record()).revisions;
    expect(paused).toMatchObject({ runId: 'pr12-d', end: { title: end } });
    await intake.order({ kind: 'continue' }, ADA);
    expect(intake.takenUp).toEqual([]);
  });
});
