import type { WorldState } from '../state.js';
import { nodeId, type Site } from './site.js';

export function isBotLogin(login: string): boolean {
  return login.endsWith('[bot]');
}

/** The number of a person; everyone gets one at first mention. */
export function userId(state: WorldState, login: string): number {
  const key = login.toLowerCase();
  const known = state.users.get(key);
  if (known !== undefined) return known.id;
  const id = state.nextId();
  state.users.set(key, { id, exists: true });
  return id;
}

export function toUser(site: Site, login: string) {
  const id = userId(site.state, login);
  const url = `${site.apiUrl}/users/${encodeURIComponent(login)}`;
  return {
    login,
    id,
    node_id: nodeId('User', id),
    avatar_url: `${site.webUrl}/avatars/${id}`,
    gravatar_id: '',
    url,
    html_url: `${site.webUrl}/${encodeURIComponent(login)}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: isBotLogin(login) ? 'Bot' : 'User',
    user_view_type: 'public',
    site_admin: false,
  };
}

/** A deleted account is `null`. */
export function toNullableUser(site: Site, login: string | null) {
  return login === null ? null : toUser(site, login);
}
