import { type Answer, integerOf, json, notFound, type RepositoryContext, type Route, refuse } from '../answer.js';
import { toCommit } from '../shapes/commit.js';
import { repositoryUrl, toFullRepository, webRepositoryUrl } from '../shapes/repository.js';
import { isBotLogin, toUser } from '../shapes/user.js';
import type { PermissionLevel, RepositoryState } from '../state.js';
import { withinRepository } from './within-repository.js';

export const repositoryRoutes: readonly Route[] = [
  {
    method: 'GET',
    pattern: '/repos/{owner}/{repo}',
    needs: [['metadata', 'read']],
    handle: withinRepository((context) => json(toFullRepository(context, context.repository))),
  },
  {
    method: 'GET',
    pattern: '/repositories/{id}',
    needs: [['metadata', 'read']],
    handle: (context) => {
      const id = integerOf(context.params.id);
      const repository = [...context.state.repositories.values()].find((known) => known.id === id);
      return repository?.isInstalled ? json(toFullRepository(context, repository)) : notFound();
    },
  },
  {
    method: 'GET',
    pattern: '/repos/{owner}/{repo}/branches/{branch}',
    needs: [['contents', 'read']],
    handle: withinRepository(readBranch),
  },
  {
    method: 'GET',
    pattern: '/repos/{owner}/{repo}/collaborators/{username}/permission',
    needs: [['metadata', 'read']],
    handle: withinRepository(readPermission),
  },
];

async function readBranch(context: RepositoryContext): Promise<Answer> {
  const { repository } = context;
  const name = context.params.branch ?? '';
  const tip = name.includes(':') ? undefined : repository.git.branchTip(name);
  if (tip === undefined) return refuse(404, 'Branch not found');
  const isProtected = repository.protectedBranches.has(name);
  const url = `${repositoryUrl(context, repository)}/branches/${encodeURIComponent(name)}`;
  return json({
    name,
    commit: toCommit(context, repository, await repository.git.readCommit(tip)),
    _links: { self: url, html: `${webRepositoryUrl(context, repository)}/tree/${encodeURIComponent(name)}` },
    protected: isProtected,
    protection: {
      enabled: isProtected,
      required_status_checks: { enforcement_level: 'off', contexts: [], checks: [] },
    },
    protection_url: `${url}/protection`,
  });
}

/** `permission` knows four words only: maintain shows as write, triage as read. `role_name` tells more. */
const LEGACY: Readonly<Record<PermissionLevel, string>> = {
  admin: 'admin',
  maintain: 'write',
  write: 'write',
  triage: 'read',
  read: 'read',
  none: 'none',
};

function readPermission(context: RepositoryContext): Answer {
  const login = context.params.username ?? '';
  const account = context.state.users.get(login.toLowerCase());
  if (account?.exists === false || isBotLogin(login)) return refuse(404, `${login} is not a user`);
  const level = levelOf(context.repository, login);
  if (level === null) return notFound();
  const atLeast = (...levels: PermissionLevel[]) => levels.includes(level);
  return json({
    permission: LEGACY[level],
    user: {
      ...toUser(context, login),
      permissions: {
        admin: atLeast('admin'),
        maintain: atLeast('admin', 'maintain'),
        push: atLeast('admin', 'maintain', 'write'),
        triage: atLeast('admin', 'maintain', 'write', 'triage'),
        pull: level !== 'none',
      },
      role_name: level,
    },
    role_name: level,
  });
}

/** Strangers may read a public repository, and do not see a private one. */
function levelOf(repository: RepositoryState, login: string): PermissionLevel | null {
  const given = repository.permissions.get(login.toLowerCase());
  if (given !== undefined) return given;
  if (login.toLowerCase() === repository.owner.toLowerCase()) return 'admin';
  return repository.isPrivate ? null : 'read';
}
