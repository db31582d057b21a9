import type { z } from 'zod';
import { type Actor, CHECK_BUTTONS, type Intent, pullRequestOfRun, type Trigger } from '../review/index.js';
import type { HandledEvent } from './events.js';
import { parseCommand } from './parse-command.js';
import {
  type Account,
  checkRunPayload,
  checkSuitePayload,
  type Delivered,
  installationPayload,
  issueCommentPayload,
  mergeGroupPayload,
  pullRequestPayload,
  removedRepositoriesPayload,
  repositoryPayload,
} from './payloads.js';

export type Translation =
  | { readonly kind: 'intent'; readonly intent: Intent }
  /** Nothing to do, and why: for the log. */
  | { readonly kind: 'ignored'; readonly reason: string };

type Translator = (payload: unknown, deliveryId: string) => Translation;

/** Translate a delivery into what it asks for. Pure: it asks nobody and decides nothing about permission. */
export function toIntent(event: HandledEvent, payload: unknown, deliveryId: string): Translation {
  return TRANSLATORS[event](payload, deliveryId);
}

const TRANSLATORS: Readonly<Record<HandledEvent, Translator>> = {
  'pull_request.opened': pullRequestTranslator('opened'),
  'pull_request.reopened': pullRequestTranslator('reopened'),
  'pull_request.ready_for_review': pullRequestTranslator('ready_for_review'),
  'pull_request.synchronize': pullRequestTranslator('pushed'),
  'pull_request.edited': (payload, deliveryId) =>
    pullRequestPayload.safeParse(payload).data?.changes?.base === undefined
      ? ignored('the base was not edited')
      : pullRequestTranslator('retargeted')(payload, deliveryId),
  'pull_request.closed': stopTranslator('closed'),
  'pull_request.converted_to_draft': stopTranslator('drafted'),
  'issue_comment.created': reading(issueCommentPayload, fromComment),
  'check_run.rerequested': reading(checkRunPayload, (payload, deliveryId) =>
    review(payload, deliveryId, rerunPullRequest(payload), payload.check_run.head_sha, {
      kind: 'rerequested',
      actor: toActor(payload.sender),
    }),
  ),
  'check_run.requested_action': reading(checkRunPayload, fromButton),
  'check_suite.rerequested': reading(checkSuitePayload, (payload, deliveryId) =>
    review(payload, deliveryId, null, payload.check_suite.head_sha, {
      kind: 'rerequested',
      actor: toActor(payload.sender),
    }),
  ),
  'merge_group.checks_requested': reading(mergeGroupPayload, (payload, deliveryId) => ({
    kind: 'intent',
    intent: {
      ...envelope(payload, deliveryId),
      kind: 'merge_group',
      headSha: payload.merge_group.head_sha,
      headRef: payload.merge_group.head_ref,
      baseRef: payload.merge_group.base_ref.replace(/^refs\/heads\//, ''),
    },
  })),
  'installation.deleted': reading(installationPayload, ({ installation }, deliveryId) =>
    erase(deliveryId, installation.id, null),
  ),
  'installation_repositories.removed': reading(removedRepositoriesPayload, (payload, deliveryId) =>
    erase(
      deliveryId,
      payload.installation.id,
      payload.repositories_removed.map(({ id }) => id),
    ),
  ),
  'repository.deleted': reading(repositoryPayload, (payload, deliveryId) =>
    erase(deliveryId, payload.installation.id, [payload.repository.id]),
  ),
};

/** What was kept of repositories (null: of the whole installation) goes with them. */
function erase(deliveryId: string, installationId: number, repositoryIds: readonly number[] | null): Translation {
  return { kind: 'intent', intent: { kind: 'erase', deliveryId, installationId, repositoryIds } };
}

function pullRequestTranslator(kind: 'opened' | 'reopened' | 'ready_for_review' | 'pushed' | 'retargeted'): Translator {
  return reading(pullRequestPayload, (payload, deliveryId) =>
    review(payload, deliveryId, payload.pull_request.number, payload.pull_request.head.sha, {
      kind,
      actor: toActor(payload.sender),
    }),
  );
}

function stopTranslator(reason: 'closed' | 'drafted'): Translator {
  return reading(pullRequestPayload, (payload, deliveryId) => ({
    kind: 'intent',
    intent: { ...envelope(payload, deliveryId), kind: 'stop', pullRequest: payload.pull_request.number, reason },
  }));
}

function fromComment(payload: z.infer<typeof issueCommentPayload>, deliveryId: string): Translation {
  const actor = toActor(payload.comment.user);
  if (payload.issue.pull_request === undefined || payload.issue.pull_request === null)
    return ignored('a comment on a plain issue');
  if (actor.isBot) return ignored('a comment of a bot');
  const parsed = parseCommand(payload.comment.body ?? '');
  if (parsed.kind === 'none') return ignored('a comment without a command');
  if (parsed.kind === 'order')
    return order(payload, deliveryId, {
      ...parsed,
      actor,
      pullRequest: payload.issue.number,
      commentId: payload.comment.id,
    });
  const trigger: Trigger =
    parsed.kind === 'review'
      ? { kind: 'comment', commentId: payload.comment.id, actor, command: parsed.command }
      : { kind: 'bad_command', commentId: payload.comment.id, actor, reply: parsed.reply };
  return review(payload, deliveryId, payload.issue.number, null, trigger);
}

/** A button of a check is pressed: whoever presses it is asked for permission like the author of a comment. */
function fromButton(payload: z.infer<typeof checkRunPayload>, deliveryId: string): Translation {
  const { check_run: check, requested_action: action } = payload;
  const button = Object.values(CHECK_BUTTONS)
    .flat()
    .find(({ identifier }) => identifier === action?.identifier);
  if (button === undefined) return ignored('a button that is not ours');
  const actor = toActor(payload.sender);
  if (button.asks === 'review') {
    return review(payload, deliveryId, rerunPullRequest(payload), check.head_sha, { kind: 'button', actor });
  }
  const pullRequest = pullRequestOfRun(check.external_id ?? '');
  if (pullRequest === null) return ignored('a button of a check that is not ours');
  return order(payload, deliveryId, { order: { kind: button.asks }, actor, pullRequest, commentId: null });
}

function order(
  payload: Delivered,
  deliveryId: string,
  asked: Omit<Extract<Intent, { kind: 'order' }>, keyof ReturnType<typeof envelope> | 'kind'>,
): Translation {
  return { kind: 'intent', intent: { ...envelope(payload, deliveryId), kind: 'order', ...asked } };
}

/** The pull request our check was made for; else the only one listed of this repository; null means every one with the head. */
function rerunPullRequest({ check_run: check, repository }: z.infer<typeof checkRunPayload>): number | null {
  const own = pullRequestOfRun(check.external_id ?? '');
  if (own !== null) return own;
  const [first, ...more] = (check.pull_requests ?? []).filter(({ base }) => base?.repo.id === repository.id);
  return more.length === 0 ? (first?.number ?? null) : null;
}

function review(
  payload: Delivered,
  deliveryId: string,
  pullRequest: number | null,
  headSha: string | null,
  trigger: Trigger,
): Translation {
  return {
    kind: 'intent',
    intent: { ...envelope(payload, deliveryId), kind: 'review', pullRequest, headSha, trigger },
  };
}

function envelope(payload: Delivered, deliveryId: string) {
  const { id, name, owner } = payload.repository;
  return { deliveryId, installationId: payload.installation.id, repository: { id, name, owner: owner.login } };
}

/** A deleted account is `null` at GitHub; it may not command anything, but must not break anything either. */
function toActor(sender: Account): Actor {
  if (sender === null || sender === undefined) return { login: 'ghost', isBot: false };
  return { login: sender.login, isBot: sender.type === 'Bot' || sender.login.endsWith('[bot]') };
}

function reading<Payload>(
  schema: z.ZodType<Payload>,
  translate: (payload: Payload, deliveryId: string) => Translation,
): Translator {
  return (payload, deliveryId) => {
    const parsed = schema.safeParse(payload);
    return parsed.success ? translate(parsed.data, deliveryId) : ignored('the payload lacks a field we need');
  };
}

function ignored(reason: string): Translation {
  return { kind: 'ignored', reason };
}
