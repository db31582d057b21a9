import {
  type Answer,
  integerOf,
  json,
  notFound,
  type RepositoryContext,
  type Route,
  refuse,
  validationFailed,
} from '../answer.js';
import { requirePermission } from '../auth.js';
import { addComment } from '../comment-store.js';
import { paged } from '../paging.js';
import { isReaction, toComment, toReaction } from '../shapes/comment.js';
import { type CommentState, isoTime } from '../state.js';
import { withinRepository } from './within-repository.js';

const READ = [
  ['issues', 'read'],
  ['pull_requests', 'read'],
] as const;
const MAX_BODY_CHARS = 65_536;
const ISSUE = '/repos/{owner}/{repo}/issues/{number}/comments';
const COMMENT = '/repos/{owner}/{repo}/issues/comments/{id}';

export const commentRoutes: readonly Route[] = [
  { method: 'GET', pattern: ISSUE, needs: READ, handle: withinRepository(listComments) },
  { method: 'POST', pattern: ISSUE, needs: READ, handle: withinRepository(createComment) },
  {
    method: 'GET',
    pattern: COMMENT,
    needs: READ,
    handle: withinRepository((context) => json(toComment(context, context.repository, findComment(context)))),
  },
  { method: 'GET', pattern: `${COMMENT}/reactions`, needs: READ, handle: withinRepository(listReactions) },
  { method: 'POST', pattern: `${COMMENT}/reactions`, needs: READ, handle: withinRepository(createReaction) },
  {
    method: 'DELETE',
    pattern: `${COMMENT}/reactions/{reaction}`,
    needs: READ,
    handle: withinRepository(deleteReaction),
  },
];

function listComments(context: RepositoryContext): Answer {
  const number = findIssue(context);
  const comments = [...context.repository.comments.values()].filter((comment) => comment.issue === number);
  return paged(context, comments, (comment) => toComment(context, context.repository, comment));
}

function createComment(context: RepositoryContext): Answer {
  const number = findIssue(context);
  requireWrite(context, number);
  const { body } = context.body;
  if (typeof body !== 'string' || body.trim() === '')
    return validationFailed('IssueComment', 'data', 'unprocessable', 'Body cannot be blank');
  if (body.length > MAX_BODY_CHARS) {
    return validationFailed(
      'IssueComment',
      'data',
      'unprocessable',
      `Body is too long (maximum is ${MAX_BODY_CHARS} characters)`,
    );
  }
  const comment = addComment(context.state, context.repository, {
    issue: number,
    login: loginOf(context),
    isByApp: context.caller.kind === 'installation',
    body,
  });
  return json(toComment(context, context.repository, comment), 201);
}

function listReactions(context: RepositoryContext): Answer {
  return paged(context, findComment(context).reactions, (reaction) => toReaction(context, reaction));
}

/** The same reaction of the same account is not added twice: it answers 200 with the old one. */
function createReaction(context: RepositoryContext): Answer {
  const comment = findComment(context);
  requireWrite(context, comment.issue);
  const { content } = context.body;
  if (!isReaction(content)) return validationFailed('Reaction', 'content', 'invalid');
  const login = loginOf(context);
  const known = comment.reactions.find((reaction) => reaction.login === login && reaction.content === content);
  if (known !== undefined) return json(toReaction(context, known));
  const reaction = { id: context.state.nextId(), login, content, createdAt: isoTime(context.state) };
  comment.reactions.push(reaction);
  return json(toReaction(context, reaction), 201);
}

function deleteReaction(context: RepositoryContext): Answer {
  const comment = findComment(context);
  requireWrite(context, comment.issue);
  const id = integerOf(context.params.reaction);
  const index = comment.reactions.findIndex((reaction) => reaction.id === id);
  if (index < 0) return notFound();
  if (comment.reactions[index]?.login !== loginOf(context))
    return refuse(403, 'Resource not accessible by integration');
  comment.reactions.splice(index, 1);
  return { status: 204, body: null };
}

/** A pull request's comments belong to `pull_requests`, an issue's to `issues`. */
function requireWrite(context: RepositoryContext, number: number): void {
  requirePermission(context.caller, [[context.repository.pulls.has(number) ? 'pull_requests' : 'issues', 'write']]);
}

function findIssue(context: RepositoryContext): number {
  const number = integerOf(context.params.number);
  const exists = context.repository.pulls.has(number) || context.repository.issues.has(number);
  return exists ? number : notFound();
}

function findComment(context: RepositoryContext): CommentState {
  return context.repository.comments.get(integerOf(context.params.id)) ?? notFound();
}

function loginOf(context: RepositoryContext): string {
  return context.caller.kind === 'person' ? context.caller.login : `${context.state.app.slug}[bot]`;
}
