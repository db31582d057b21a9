import type { CommentState, ReactionState, RepositoryState } from '../state.js';
import { toApp } from './app.js';
import { repositoryUrl, webRepositoryUrl } from './repository.js';
import { nodeId, type Site } from './site.js';
import { toNullableUser, toUser } from './user.js';

const REACTIONS = ['+1', '-1', 'laugh', 'hooray', 'confused', 'heart', 'rocket', 'eyes'] as const;

export function isReaction(content: unknown): content is (typeof REACTIONS)[number] {
  return REACTIONS.some((known) => known === content);
}

export function toComment(site: Site, repository: RepositoryState, comment: CommentState) {
  const url = `${repositoryUrl(site, repository)}/issues/comments/${comment.id}`;
  const place = repository.pulls.has(comment.issue) ? 'pull' : 'issues';
  return {
    url,
    html_url: `${webRepositoryUrl(site, repository)}/${place}/${comment.issue}#issuecomment-${comment.id}`,
    issue_url: `${repositoryUrl(site, repository)}/issues/${comment.issue}`,
    id: comment.id,
    node_id: nodeId('IssueComment', comment.id),
    user: toNullableUser(site, comment.login),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    // Deliberately not what the permission API says: associations are often stale.
    author_association: 'NONE',
    body: comment.body,
    performed_via_github_app: comment.isByApp ? toApp(site, site.state.app.slug) : null,
    reactions: toRollup(url, comment.reactions),
  };
}

export function toReaction(site: Site, reaction: ReactionState) {
  return {
    id: reaction.id,
    node_id: nodeId('Reaction', reaction.id),
    user: toUser(site, reaction.login),
    content: reaction.content,
    created_at: reaction.createdAt,
  };
}

function toRollup(url: string, reactions: readonly ReactionState[]) {
  const count = (content: string) => reactions.filter((reaction) => reaction.content === content).length;
  return {
    url: `${url}/reactions`,
    total_count: reactions.length,
    '+1': count('+1'),
    '-1': count('-1'),
    laugh: count('laugh'),
    hooray: count('hooray'),
    confused: count('confused'),
    heart: count('heart'),
    rocket: count('rocket'),
    eyes: count('eyes'),
  };
}
