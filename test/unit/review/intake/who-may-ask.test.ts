import { describe, expect, it } from '@jest/globals';
import type { Permission, Trigger } from '../../../../src/review/model/request.js';
import { aTrigger } from '../../../support/builders/intake.js';
import { anIntake } from '../../../support/builders/intake-world.js';

async function asks(permission: Permission, trigger: Trigger) {
  const { requests, seen, take } = anIntake({ permissions: { ada: permission } });
  await take(trigger);
  return { seen, requestCount: requests.length };
}

const badCommand: Trigger = { ...aTrigger('comment'), kind: 'bad_command', commentId: 99, reply: 'What?' };
const REFUSING = ['triage', 'read', 'none', 'unknown'] as const;

describe('a command', () => {
  it.each(['write', 'maintain', 'admin'] as const)('M13: of somebody with %s starts a review', async (permission) => {
    const { requestCount, seen } = await asks(permission, aTrigger('comment'));
    expect(seen).toEqual([
      'permission of ada',
      'pull request',
      'eyes',
      'check on b',
      'No findings in 1 of 1 file',
      'rocket',
    ]);
    expect(requestCount).toBe(1);
  });

  it.each(REFUSING)(
    'M13, S06: of somebody with %s costs one reaction, no reading and no model request',
    async (permission) => {
      for (const trigger of [aTrigger('comment'), badCommand]) {
        expect(await asks(permission, trigger)).toEqual({ seen: ['permission of ada', '-1'], requestCount: 0 });
      }
    },
  );

  it('M13: is asked about for the one who wrote it, whoever opened the pull request', async () => {
    const { seen, take } = anIntake({ permissions: { ada: 'admin', mallory: 'read' } });
    await take({ ...aTrigger('comment'), actor: { login: 'mallory', isBot: false } });
    expect(seen).toEqual(['permission of mallory', '-1']);
  });

  it('that nobody knows is answered once, to people who may ask', async () => {
    expect((await asks('write', badCommand)).seen).toEqual(['permission of ada', 'confused', 'reply']);
  });
});

describe('Re-run and pushes', () => {
  it.each(REFUSING)('T19: Re-run of somebody with %s ends the check GitHub queued again', async (permission) => {
    expect(await asks(permission, aTrigger('rerequested'))).toEqual({
      seen: [
        'permission of ada',
        'pull request',
        'check on b',
        'Waiting: a maintainer can comment /review · before: not known',
      ],
      requestCount: 0,
    });
  });

  it.each([
    ['P30: a ghost', { login: 'ghost', isBot: false }],
    ['C04: an assistant that pushes under a name of its own', { login: 'Copilot', isBot: true }],
    ['C04: an app', { login: 'helper[bot]', isBot: true }],
  ])('%s waits for a maintainer, without a model request', async (_name, actor) => {
    const { requests, seen, take } = anIntake();
    await take({ ...aTrigger('pushed'), actor });
    expect(seen.slice(2)).toEqual(['check on b', 'Waiting: a maintainer can comment /review']);
    expect(requests).toEqual([]);
  });
});
