import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import examples from '@octokit/webhooks-examples' with { type: 'json' };
import { parse } from 'yaml';
import { HANDLED_EVENTS, type HandledEvent, subscribedEvents, toIntent } from '../../../src/handlers/index.js';

const repository = { id: 7, name: 'shop', owner: { login: 'octo' } };
const envelope = { installation: { id: 3 }, repository, sender: { login: 'ada', type: 'User' } };
const kept = { deliveryId: 'd1', installationId: 3, repository: { id: 7, name: 'shop', owner: 'octo' } };
const pullRequest = { number: 12, head: { sha: 'a'.repeat(40) } };

function commentPayload(body: string | null, overrides: object = {}) {
  return {
    ...envelope,
    issue: { number: 12, pull_request: { url: 'x' } },
    comment: { id: 99, body, user: { login: 'ada', type: 'User' } },
    ...overrides,
  };
}

/** As GitHub lists them: those of forks, into their own repositories, too. */
function listedPull(number: number, baseRepositoryId: number) {
  return { number, base: { ref: 'main', sha: 'd'.repeat(40), repo: { id: baseRepositoryId } } };
}

describe('what the App loses', () => {
  const installation = { id: 3 };
  it.each([
    ['installation.deleted', { installation, repositories: [{ id: 7 }] }, null],
    ['installation_repositories.removed', { installation, repositories_removed: [{ id: 7 }, { id: 8 }] }, [7, 8]],
    ['repository.deleted', envelope, [7]],
  ] as const)('is forgotten: %s', (event, payload, repositoryIds) => {
    expect(toIntent(event, payload, 'd1')).toEqual({
      kind: 'intent',
      intent: { kind: 'erase', deliveryId: 'd1', installationId: 3, repositoryIds },
    });
  });
});

describe('a button that is pressed', () => {
  const check = { head_sha: 'a'.repeat(40), external_id: 'pr12-d0', pull_requests: [] };
  const pressed = (identifier: string, overrides: object = {}) =>
    toIntent(
      'check_run.requested_action',
      { ...envelope, requested_action: { identifier }, check_run: { ...check, ...overrides } },
      'd1',
    );
  const actor = { login: 'ada', isBot: false };

  it.each(['cancel', 'pause', 'continue'])('orders what it says: %s', (identifier) => {
    expect(pressed(identifier)).toEqual({
      kind: 'intent',
      intent: { ...kept, kind: 'order', pullRequest: 12, order: { kind: identifier }, actor, commentId: null },
    });
  });

  it('asks for a review of the commit of its check', () => {
    expect(pressed('review')).toEqual({
      kind: 'intent',
      intent: { ...kept, kind: 'review', pullRequest: 12, headSha: 'a'.repeat(40), trigger: { kind: 'button', actor } },
    });
  });

  it.each([
    ['that is not ours', 'deploy', {}],
    ['of a check that is not ours', 'cancel', { external_id: 'build-7' }],
  ])('asks for nothing when it is one %s', (_name, identifier, overrides) => {
    expect(pressed(identifier, overrides)).toMatchObject({ kind: 'ignored' });
  });
});

describe('a delivery becomes an intent', () => {
  it.each([
    ['pull_request.opened', 'opened'],
    ['pull_request.reopened', 'reopened'],
    ['pull_request.ready_for_review', 'ready_for_review'],
    ['pull_request.synchronize', 'pushed'],
  ] as const)('%s asks for a review of the head it names', (event, kind) => {
    expect(toIntent(event, { ...envelope, pull_request: pullRequest }, 'd1')).toEqual({
      kind: 'intent',
      intent: {
        ...kept,
        kind: 'review',
        pullRequest: 12,
        headSha: 'a'.repeat(40),
        trigger: { kind, actor: { login: 'ada', isBot: false } },
      },
    });
  });

  it('P32: an edited base is a retarget, any other edit is nothing', () => {
    const edited = { ...envelope, pull_request: pullRequest, changes: { base: { ref: { from: 'main' } } } };
    expect(toIntent('pull_request.edited', edited, 'd1')).toMatchObject({
      intent: { trigger: { kind: 'retargeted' } },
    });
    const retitled = { ...envelope, pull_request: pullRequest, changes: { title: { from: 'x' } } };
    expect(toIntent('pull_request.edited', retitled, 'd1')).toMatchObject({ kind: 'ignored' });
  });

  it.each([
    ['pull_request.closed', 'closed'],
    ['pull_request.converted_to_draft', 'drafted'],
  ] as const)('%s stops what runs', (event, reason) => {
    expect(toIntent(event, { ...envelope, pull_request: pullRequest }, 'd1')).toEqual({
      kind: 'intent',
      intent: { ...kept, kind: 'stop', pullRequest: 12, reason },
    });
  });

  it('D03: a /review comment on a pull request asks for a review of whatever the head is', () => {
    expect(toIntent('issue_comment.created', commentPayload('/review src/a.ts'), 'd1')).toMatchObject({
      intent: {
        kind: 'review',
        pullRequest: 12,
        headSha: null,
        trigger: { kind: 'comment', commentId: 99, command: { paths: ['src/a.ts'] } },
      },
    });
  });

  it.each([
    ['a comment on a plain issue', commentPayload('/review', { issue: { number: 12 } })],
    [
      'D12: a comment of a bot',
      commentPayload('/review', { comment: { id: 1, body: '/review', user: { login: 'x[bot]', type: 'Bot' } } }),
    ],
    [
      'D12: a comment of our own',
      commentPayload('/review', {
        comment: { id: 1, body: '/review', user: { login: 'plumbline[bot]', type: 'Bot' } },
      }),
    ],
    [
      'D12: a gate’s help text of a person, with a command in its code',
      commentPayload('Blocked. To unblock, comment:\n\n```\n/review\n```\n\nor `/review strict`.'),
    ],
    [
      'a bot without a type',
      commentPayload('/review', { comment: { id: 1, body: '/review', user: { login: 'x[bot]' } } }),
    ],
    ['talk', commentPayload('looks good')],
    ['an empty body', commentPayload(null)],
    ['a payload without an installation', { ...commentPayload('/review'), installation: undefined }],
    ['nothing at all', null],
  ])('%s is ignored with a reason', (_name, payload) => {
    expect(toIntent('issue_comment.created', payload, 'd1')).toEqual({ kind: 'ignored', reason: expect.any(String) });
  });

  it('P30: a ghost is an author without a name to trust', () => {
    const ghost = commentPayload('/review', { comment: { id: 1, body: '/review', user: null } });
    expect(toIntent('issue_comment.created', ghost, 'd1')).toMatchObject({
      intent: { trigger: { actor: { login: 'ghost', isBot: false } } },
    });
  });

  it('P27: a re-run without pull requests is found by its head', () => {
    const suite = { ...envelope, check_suite: { head_sha: 'b'.repeat(40), head_branch: null, pull_requests: [] } };
    expect(toIntent('check_suite.rerequested', suite, 'd1')).toMatchObject({
      intent: { pullRequest: null, headSha: 'b'.repeat(40), trigger: { kind: 'rerequested' } },
    });
  });

  it.each([
    ['the one our check was made for, before any that is listed', 'pr9-d0', [listedPull(5, 7)], 9],
    ['the one our check was made for, when none is listed', 'pr9-d0', [], 9],
    ['the one our check was made for, when the list is missing', 'pr9-d0', null, 9],
    [
      'the only one of this repository, where the check names none',
      'group-d0',
      [listedPull(5, 8), listedPull(6, 7)],
      6,
    ],
    ['found by its head, where only forks list it', '', [listedPull(5, 8)], null],
    ['found by its head, where several are of this repository', '', [listedPull(5, 7), listedPull(6, 7)], null],
    ['found by its head, where nobody names any', null, [], null],
  ] as const)('Re-run of one check: the pull request is %s', (_name, external_id, pull_requests, expected) => {
    const check_run = { head_sha: 'b'.repeat(40), external_id, pull_requests };
    expect(toIntent('check_run.rerequested', { ...envelope, check_run }, 'd1')).toMatchObject({
      intent: { pullRequest: expected, headSha: 'b'.repeat(40), trigger: { kind: 'rerequested' } },
    });
  });

  it('a merge group names its branches', () => {
    const group = {
      ...envelope,
      merge_group: {
        head_sha: 'c'.repeat(40),
        head_ref: 'refs/heads/gh-readonly-queue/main/pr-5-abc',
        base_ref: 'refs/heads/main',
      },
    };
    expect(toIntent('merge_group.checks_requested', group, 'd1')).toMatchObject({
      intent: { kind: 'merge_group', baseRef: 'main', headRef: 'refs/heads/gh-readonly-queue/main/pr-5-abc' },
    });
  });

  it('published example payloads of every handled event are understood', () => {
    const published = (examples as unknown as { name: string; examples: Record<string, unknown>[] }[]).flatMap(
      ({ name, examples }) =>
        examples.map((payload) => ({
          event: `${name}.${String(payload.action)}`,
          payload: { installation: { id: 3 }, ...payload },
        })),
    );
    const understood = new Set<string>();
    for (const { event, payload } of published) {
      if (!(HANDLED_EVENTS as readonly string[]).includes(event)) continue;
      const translation = toIntent(event as HandledEvent, payload, 'd1');
      expect({ event, translation }).not.toMatchObject({
        translation: { reason: expect.stringContaining('lacks a field') },
      });
      understood.add(event);
    }
    expect(understood.size).toBeGreaterThanOrEqual(7);
  });
});

it('P26, P28: a label, an assignment or a wish for a reviewer asks for nothing, so a burst of events is one review', () => {
  const events = HANDLED_EVENTS.filter((event) => event.startsWith('pull_request'));
  expect([...events].sort()).toEqual([
    'pull_request.closed',
    'pull_request.converted_to_draft',
    'pull_request.edited',
    'pull_request.opened',
    'pull_request.ready_for_review',
    'pull_request.reopened',
    'pull_request.synchronize',
  ]);
});

describe('the manifest of the App', () => {
  const manifest = parse(readFileSync('app.yml', 'utf8')) as {
    default_events: string[];
    default_permissions: Record<string, string>;
  };

  it('subscribes to exactly the handled events, but those that every App is sent', () => {
    expect([...manifest.default_events].sort()).toEqual([...subscribedEvents()].sort());
    expect(subscribedEvents()).not.toContain('installation');
  });

  it('asks for no permission that docs/permissions.md does not explain', () => {
    const explained = readFileSync('docs/permissions.md', 'utf8');
    for (const [name, level] of Object.entries(manifest.default_permissions)) {
      expect(explained).toContain(`| ${name.replaceAll('_', ' ')}: ${level} |`);
    }
  });
});
