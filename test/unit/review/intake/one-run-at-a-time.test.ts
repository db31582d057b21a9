import { expect, it } from '@jest/globals';
import { ModelFailure } from '../../../../src/review/model-failure.js';
import { aSubmission } from '../../../support/builders/call.js';
import { aHeldModel } from '../../../support/builders/held-model.js';
import { aComment, aTrigger } from '../../../support/builders/intake.js';
import { anIntake } from '../../../support/builders/intake-world.js';

const endsOf = (seen: readonly string[]) => seen.filter((what) => /^[A-Z]/.test(what));

it.each([
  ['a command of an outsider', { ...aTrigger('comment'), actor: { login: 'mallory', isBot: false } }],
  ['Re-run by an outsider', { ...aTrigger('rerequested'), actor: { login: 'mallory', isBot: false } }],
  ['an unknown command', { ...aTrigger('comment'), kind: 'bad_command', commentId: 99, reply: 'What?' } as const],
  ['a push of an outsider', { ...aTrigger('pushed'), actor: { login: 'mallory', isBot: false } }],
])('Q04: %s starts no review and cancels none', async (_name, other) => {
  const model = aHeldModel();
  const { seen, take } = anIntake({ permissions: { ada: 'write' }, turns: [model.turn] });
  const running = take(aTrigger('comment'));
  await model.asked;
  await take(other);
  model.letGo();
  await running;
  expect(endsOf(seen)).toContain('No findings in 1 of 1 file');
  expect(seen.at(-1)).toBe('rocket');
});

it('R04: a superseded run sends no repair and writes nothing but its end', async () => {
  const model = aHeldModel();
  const broken = async () => {
    await model.turn();
    return { text: 'no review' };
  };
  const { requests, seen, take } = anIntake({ permissions: { ada: 'write' }, turns: [broken, aSubmission()] });
  const older = take(aTrigger('comment'));
  await model.asked;
  const newer = take(aComment({ isForced: true }));
  // The newer one takes its place, which stops the older one, before the model answers.
  await new Promise((resolve) => setImmediate(resolve));
  model.letGo();
  await Promise.all([older, newer]);
  expect(endsOf(seen).sort()).toEqual(['No findings in 1 of 1 file', 'Superseded by bbbbbbb']);
  expect(requests).toHaveLength(2);
});

it('Q19, R02: a check opened for an older head is ended, and the head that is reviewed gets its own', async () => {
  const { seen, take } = anIntake({ permissions: { ada: 'write' }, facts: { headSha: 'a'.repeat(40) } });
  await take(aTrigger('comment'));
  expect(seen.slice(3, -1)).toEqual([
    'check on a',
    'Superseded by bbbbbbb',
    'check on b',
    'No findings in 1 of 1 file',
  ]);
});

it('K09: asking again after a failure reviews everything again', async () => {
  const turns = [new ModelFailure('quota', '', { status: 429 }), aSubmission()];
  const { requests, seen, take } = anIntake({ permissions: { ada: 'write' }, turns });
  await take(aTrigger('comment'));
  await take(aTrigger('comment'));
  expect(endsOf(seen)).toEqual(['Not reviewed: provider quota (429)', 'No findings in 1 of 1 file']);
  expect(requests[1]?.messages).toEqual(requests[0]?.messages);
});

it.each([
  ['a second /review', aComment()],
  ['the event of a push that has just been seen', aTrigger('pushed')],
])('R02: %s of what is being reviewed joins the review that runs', async (_name, second) => {
  const model = aHeldModel();
  const { requests, seen, take } = anIntake({ permissions: { ada: 'write' }, turns: [model.turn] });
  const running = take(aComment());
  await model.asked;
  await take(second);
  model.letGo();
  await running;
  expect(endsOf(seen)).toEqual(['No findings in 1 of 1 file']);
  expect(seen.filter((what) => what.startsWith('check on'))).toHaveLength(1);
  expect(requests).toHaveLength(1);
});

it.each([
  ['/review again', aComment({ isForced: true })],
  ['another question', aComment({ focus: 'is it safe?' })],
  ['the button', aTrigger('button')],
])('%s does not join the review that runs, but takes its place', async (_name, second) => {
  const model = aHeldModel();
  const { seen, take } = anIntake({ permissions: { ada: 'write' }, turns: [model.turn, aSubmission()] });
  const running = take(aComment());
  await model.asked;
  const newer = take(second);
  await new Promise((resolve) => setImmediate(resolve));
  model.letGo();
  await Promise.all([running, newer]);
  expect(endsOf(seen)).toContain('Superseded by bbbbbbb');
});
