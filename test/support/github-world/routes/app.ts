import { type Answer, integerOf, json, notFound, type RequestContext, type Route, refuse } from '../answer.js';
import { mintToken } from '../auth.js';
import { paged, pagedUnder } from '../paging.js';
import { toApp, toInstallation, toPermissions } from '../shapes/app.js';
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
    handle: asApp((context) => paged(context, [toInstallation(context)], (installation) => installation)),
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

function isOurs(context: RequestContext): boolean {
  return integerOf(context.params.id) === context.state.installationId;
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
