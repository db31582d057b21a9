import { type Permission, PlumblineError } from '../../review/index.js';
import type { GithubAccess, ReadFromGithub } from './read-from-github.js';
import { permissionAnswer } from './vendor-answers.js';

const LEVELS = ['admin', 'maintain', 'write', 'triage', 'read', 'none'] as const satisfies readonly Permission[];

/**
 * Ask what a person may do. Never rejects and never takes longer than `timeoutMs`: what cannot be learnt is `unknown`,
 * and a 404 (nobody GitHub knows here, as bots often are) is `none`. Both mean no.
 */
export async function readPermission(
  access: GithubAccess,
  readFromGithub: ReadFromGithub,
  asked: { readonly login: string; readonly timeoutMs: number },
  signal: AbortSignal,
): Promise<Permission> {
  if (asked.login.trim() === '') return 'unknown';
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(asked.timeoutMs)]);
  try {
    return await Promise.race([askPermission(readFromGithub, asked.login, bounded), rejectWhenAborted(bounded)]);
  } catch (error) {
    const code = error instanceof PlumblineError ? error.code : 'timeout';
    access.log.warn({ code }, 'permission-not-learnt');
    return 'unknown';
  }
}

async function askPermission(readFromGithub: ReadFromGithub, login: string, signal: AbortSignal): Promise<Permission> {
  const answer = await readFromGithub(
    {
      route: 'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
      parameters: { username: login },
      schema: permissionAnswer,
    },
    signal,
  );
  if (answer.kind !== 'found') return 'none';
  return toPermission(answer.body.permission ?? null, answer.body.role_name ?? null);
}

/** The legacy level is the authority; a role only refines it, because a custom role may have any name. */
export function toPermission(permission: string | null, roleName: string | null): Permission {
  if (permission === 'write' && roleName === 'maintain') return 'maintain';
  if (permission === 'read' && roleName === 'triage') return 'triage';
  return LEVELS.find((level) => level === permission) ?? 'unknown';
}

/** A client that does not listen to the signal must not hold anybody up. */
function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
