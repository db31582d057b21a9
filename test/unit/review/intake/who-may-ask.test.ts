import { describe, expect, it } from '@jest/globals';
import { createMemoryRunSlots } from '../../../../src/durable/index.js';
import { DEFAULT_LIMITS } from '../../../../src/review/limits.js';
import type { Permission, Trigger } from '../../../../src/review/model/request.js';
import { handleIntent, type IntakeWorld } from '../../../../src/review/index.js';
import { aCallWorld, aSubmission } from '../../../support/builders/call.js';
import { aPullRequest, aTrigger } from '../../../support/builders/intake.js';
import { aChangeSource } from '../../../support/builders/review.js';

/** A host that knows one permission and remembers everything it was asked to show or to read. */
function anIntake(permission: Permission) {
  const asked: string[] = [];
  const note = (what: string) => void asked.push(what);
  const { model, clock, log, requests } = aCallWorld([aSubmission()]);
  const world: IntakeWorld = {
    model,
    clock,
    log,
    slots: createMemoryRunSlots(1),
    ceiling: DEFAULT_LIMITS,
    recordOf: String,
    newSecret: () => 'secret',
    host: {
      readPermission: async (login) => {
        note(`permission of ${login}`);
        return permission;
      },
      react: async (_id, reaction) => note(reaction),
      reply: async () => note('reply'),
      readPullRequest: async () => {
        note('pull request');
        return aPullRequest({ headSha: 'b'.repeat(40) });
      },
      readSettings: async () => null,
      listOpenPullRequests: async () => [12],
      readConclusion: async () => null,
      readSiblings: async () => [],
      changeSource: () => aChangeSource(),
      checkPublisher: () => ({
        open: async () => note('check'),
        progress: () => {},
        complete: async (end) => note(end.kind === 'report' ? end.report.conclusion : end.title),
      }),
    },
  };
  return { asked, requests, world };
}

async function asks(permission: Permission, trigger: Trigger) {
  const intake = anIntake(permission);
  const repository = { owner: 'octo', name: 'shop', id: 1 };
  const intent = { kind: 'review', deliveryId: 'd', installationId: 1, repository, pullRequest: 12, headSha: null } as const;
  await handleIntent({ ...intent, trigger }, intake.world);
  return { shown: intake.asked, requestCount: intake.requests.length };
}

const badCommand: Trigger = { ...aTrigger('comment'), kind: 'bad_command', commentId: 99, reply: 'What?' };

describe('a command', () => {
  it.each(['write', 'maintain', 'admin'] as const)('M13: of somebody with %s starts a review', async (permission) => {
    const { shown, requestCount } = await asks(permission, aTrigger('comment'));
    expect(shown).toEqual(['permission of ada', 'pull request', 'eyes', 'check', 'success', 'rocket']);
    expect(requestCount).toBe(1);
  });

  it.each(['triage', 'read', 'none', 'unknown'] as const)(
    'M13, S06: of somebody with %s costs one reaction, no reading and no model request',
    async (permission) => {
      for (const trigger of [aTrigger('comment'), badCommand]) {
        expect(await asks(permission, trigger)).toEqual({ shown: ['permission of ada', '-1'], requestCount: 0 });
      }
    },
  );

  it('M13: is asked about for the one who wrote it, whatever the pull request’s author may do', async () => {
    const trigger = { ...aTrigger('comment'), actor: { login: 'mallory', isBot: false } };
    expect((await asks('read', trigger)).shown).toEqual(['permission of mallory', '-1']);
  });

  it('that nobody knows is answered once, to people who may ask', async () => {
    expect((await asks('write', badCommand)).shown).toEqual(['permission of ada', 'confused', 'reply']);
  });
});

describe('Re-run and pushes', () => {
  it.each(['triage', 'read', 'none', 'unknown'] as const)('T19: Re-run of somebody with %s shows nothing at all', async (permission) => {
    expect(await asks(permission, aTrigger('rerequested'))).toEqual({ shown: ['permission of ada'], requestCount: 0 });
  });

  it.each([
    ['a person GitHub no longer knows', { login: 'ghost', isBot: false }],
    ['C04: an assistant that pushes under a name of its own', { login: 'Copilot', isBot: true }],
    ['C04: an app', { login: 'helper[bot]', isBot: true }],
  ])('%s waits for a maintainer, without a model request', async (_name, actor) => {
    const { shown, requestCount } = await asks('none', { ...aTrigger('pushed'), actor });
    expect(shown.slice(2)).toEqual(['check', 'Waiting: a maintainer can comment /review']);
    expect(requestCount).toBe(0);
  });
});
