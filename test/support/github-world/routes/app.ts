import { type Answer, integerOf, json, notFound, type RequestContext, type Route, refuse } from '../answer.js';
import { mintToken } from '../auth.js';
import { paged, pagedUnder, readPaging } from '../paging.js';
import { toApp, toDeliveryItem, toHookConfig, toInstallation, toPermissions } from '../shapes/app.js';
import { toRepository } from '../shapes/repository.js';
import { findRepository } from '../state.js';

export const appRoutes: readonly Route[] = [
  {
    method: 'GET',
    pattern: '/app',
    needs: [],
    handle: asApp((context) => json(toApp(context, context.state.app.slug))),
  },
  {
    method: 'GET',
    pattern: '/app/installations',
    needs: [],
    handle: asApp((context) =>
      paged(context, context.state.isInstalled ? [toInstallation(context)] : [], (installation) => installation),
    ),
  },
  {
    method: 'GET',
    pattern: '/app/hook/config',
    needs: [],
    handle: asApp(({ state }) => (state.app.hook === null ? notFound() : json(toHookConfig(state.app.hook)))),
  },
  { method: 'GET', pattern: '/app/hook/deliveries', needs: [], handle: asApp(listDeliveries) },
  {
    method: 'GET',
    pattern: '/rate_limit',
    needs: [],
    handle: (context) => tellLimits(context),
  },
  {
    method: 'GET',
    pattern: '/app/installations/{id}',
    needs: [],
    handle: asApp((context) => (isOurs(context) ? json(toInstallation(context)) : notFound())),
  },
  { method: 'POST', pattern: '/app/installations/{id}/access_tokens', needs: [], handle: asApp(createToken) },
  {
    method: 'GET',
    pattern: '/repos/{owner}/{repo}/installation',
    needs: [],
    handle: asApp((context) => {
      const repository = findRepository(context.state, `${context.params.owner}/${context.params.repo}`);
      return repository?.isInstalled ? json(toInstallation(context)) : notFound();
    }),
  },
  {
    method: 'GET',
    pattern: '/installation/repositories',
    needs: [['metadata', 'read']],
    handle: (context) => {
      const installed = [...context.state.repositories.values()].filter((repository) => repository.isInstalled);
      return pagedUnder(context, 'repositories', installed, (repository) => toRepository(context, repository));
    },
  },
];

function asApp(handle: (context: RequestContext) => Answer): (context: RequestContext) => Answer {
  return (context) =>
    context.caller.kind === 'app' ? handle(context) : refuse(401, 'A JSON web token could not be decoded');
}

/** Newest first, paged by a cursor and not by a number. */
function listDeliveries(context: RequestContext): Answer {
  const { query, state } = context;
  const status = query.get('status');
  if (status !== null && status !== 'success' && status !== 'failure') return refuse(422, 'Invalid status');
  const cursor = query.get('cursor');
  const before = cursor === null ? Number.POSITIVE_INFINITY : Number(/^v1_(\d+)$/.exec(cursor)?.[1]);
  if (Number.isNaN(before)) return refuse(422, 'Invalid cursor');
  const { perPage } = readPaging(query);
  const isWanted = ({ statusCode }: { readonly statusCode: number }) =>
    status === null || (status === 'success') === (statusCode >= 200 && statusCode < 400);
  const rest = state.app.deliveries.filter((delivery) => delivery.id < before && isWanted(delivery)).reverse();
  const page = rest.slice(0, perPage);
  const last = page.at(-1);
  const next = new URLSearchParams(query);
  next.set('cursor', `v1_${last?.id}`);
  const link =
    last !== undefined && rest.length > perPage ? `<${context.apiUrl}${context.path}?${next}>; rel="next"` : null;
  return json(
    page.map((delivery) => toDeliveryItem(context, delivery)),
    200,
    link === null ? {} : { link },
  );
}

/** What is asked here is not counted. */
function tellLimits({ caller, state }: RequestContext): Answer {
  const whole = { limit: 5_000, used: 0, remaining: 5_000, reset: Math.floor(state.now() / 1_000) + 3_600 };
  const isPerson = caller.kind === 'person';
  const expiry = isPerson && state.tokenExpiry !== null ? state.tokenExpiry : null;
  return json({ resources: { core: whole, search: whole }, rate: whole }, 200, {
    ...(isPerson ? { 'x-oauth-scopes': 'repo' } : {}),
    ...(expiry === null ? {} : { 'github-authentication-token-expiration': expiry }),
  });
}

function isOurs(context: RequestContext): boolean {
  return context.state.isInstalled && integerOf(context.params.id) === context.state.installationId;
}

function createToken(context: RequestContext): Answer {
  if (!isOurs(context)) return notFound();
  const { permissions } = context.body;
  const wanted =
    typeof permissions === 'object' && permissions !== null ? (permissions as Record<string, unknown>) : null;
  const token = mintToken(context.state, wanted);
  return json(
    {
      token: token.token,
      expires_at: new Date(token.expiresAtMs).toISOString().replace(/\.\d+Z$/, 'Z'),
      permissions: toPermissions(token.permissions),
      repository_selection: 'all',
    },
    201,
  );
}
