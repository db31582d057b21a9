import type { Access, DeliveryState, HookState } from '../state.js';
import { nodeId, type Site } from './site.js';
import { toUser } from './user.js';

const CREATED_AT = '2025-01-01T00:00:00Z';
export const APP_EVENTS = [
  'check_run',
  'check_suite',
  'issue_comment',
  'merge_group',
  'pull_request',
  'repository',
] as const;

export function toPermissions(permissions: ReadonlyMap<string, Access>): Record<string, string> {
  return Object.fromEntries([...permissions].filter(([, access]) => access !== 'none'));
}

/** Our App, or another one that only reports checks. */
export function toApp(site: Site, slug: string) {
  const isOurs = slug === site.state.app.slug;
  const id = isOurs ? site.state.app.id : 15_368;
  return {
    id,
    client_id: `Iv1.${id}`,
    slug,
    node_id: nodeId('App', id),
    owner: toUser(site, 'octo'),
    name: slug,
    description: '',
    external_url: `${site.webUrl}/apps/${slug}/home`,
    html_url: `${site.webUrl}/apps/${slug}`,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    permissions: isOurs ? toPermissions(site.state.app.permissions) : { checks: 'write' },
    events: isOurs ? [...site.state.app.events] : [],
    ...(isOurs ? { installations_count: site.state.isInstalled ? 1 : 0 } : {}),
  };
}

/** The secret itself is never told. */
export function toHookConfig(hook: HookState) {
  return {
    content_type: hook.contentType,
    insecure_ssl: hook.isInsecure ? '1' : '0',
    ...(hook.hasSecret ? { secret: '********' } : {}),
    url: hook.url,
  };
}

export function toDeliveryItem(site: Site, delivery: DeliveryState) {
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: delivery.deliveredAt,
    redelivery: delivery.isRedelivery,
    duration: 0.1,
    status: delivery.status,
    status_code: delivery.statusCode,
    event: delivery.event,
    action: delivery.action,
    installation_id: site.state.installationId,
    repository_id: null,
    throttled_at: null,
  };
}

export function toInstallation(site: Site) {
  const { app, installationId } = site.state;
  const account = toUser(site, 'octo');
  return {
    id: installationId,
    client_id: `Iv1.${app.id}`,
    account,
    repository_selection: 'all',
    access_tokens_url: `${site.apiUrl}/app/installations/${installationId}/access_tokens`,
    repositories_url: `${site.apiUrl}/installation/repositories`,
    html_url: `${site.webUrl}/settings/installations/${installationId}`,
    app_id: app.id,
    app_slug: app.slug,
    target_id: account.id,
    target_type: 'User',
    permissions: toPermissions(site.state.acceptedPermissions ?? app.permissions),
    events: [...app.events],
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: null,
    suspended_at: null,
  };
}
