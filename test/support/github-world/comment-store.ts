import { type CommentState, isoTime, type RepositoryState, type WorldState } from './state.js';

/** Add a comment to an issue or pull request; a pull request feels it, so that its ETag changes. */
export function addComment(
  state: WorldState,
  repository: RepositoryState,
  start: Pick<CommentState, 'issue' | 'login' | 'isByApp' | 'body'>,
): CommentState {
  const now = isoTime(state);
  const comment: CommentState = { id: state.nextId(), ...start, createdAt: now, updatedAt: now, reactions: [] };
  repository.comments.set(comment.id, comment);
  const pull = repository.pulls.get(start.issue);
  if (pull !== undefined) Object.assign(pull, { updatedAt: now, revision: pull.revision + 1 });
  return comment;
}
