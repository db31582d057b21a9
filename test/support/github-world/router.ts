import { type Answer, notFound, type RequestContext, type Route } from './answer.js';
import { identify, requirePermission } from './auth.js';
import { appRoutes } from './routes/app.js';
import { checkRunRoutes } from './routes/check-runs.js';
import { commentRoutes } from './routes/comments.js';
import { commitRoutes } from './routes/commits.js';
import { contentRoutes } from './routes/contents.js';
import { gitRoutes } from './routes/git-objects.js';
import { graphqlRoutes } from './routes/graphql.js';
import { pullRoutes } from './routes/pulls.js';
import { repositoryRoutes } from './routes/repositories.js';

const ROUTES: readonly Route[] = [
  ...appRoutes,
  ...repositoryRoutes,
  ...pullRoutes,
  ...commitRoutes,
  ...contentRoutes,
  ...gitRoutes,
  ...graphqlRoutes,
  ...checkRunRoutes,
  ...commentRoutes,
];

const COMPILED = ROUTES.map((route) => ({ route, expression: compile(route.pattern) }));

/** Find the route, learn who asks, check what they may do, and answer. Throws `Refusal`. */
export async function dispatch(
  method: string,
  request: Omit<RequestContext, 'params' | 'caller'>,
  authorization: string | undefined,
): Promise<Answer> {
  const caller = identify(request.state, authorization);
  for (const { route, expression } of COMPILED) {
    const match = route.method === method ? expression.exec(request.path) : null;
    if (match === null) continue;
    if (route.needs.length > 0) requirePermission(caller, route.needs);
    return route.handle({ ...request, caller, params: decodeParams(match.groups ?? {}) });
  }
  return notFound();
}

function compile(pattern: string): RegExp {
  const source = pattern.replace(/\{(\w+)\*\}/g, '(?<$1>.+)').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return new RegExp(`^${source}$`);
}

function decodeParams(groups: Readonly<Record<string, string>>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return notFound();
  }
}
