import { createVerify, randomBytes } from 'node:crypto';
import { type Caller, type Needs, refuse } from './answer.js';
import type { Access, TokenState, WorldState } from './state.js';

const TOKEN_LIFE_MS = 60 * 60 * 1_000;
/** GitHub refuses an App's token that would live longer than ten minutes. */
const MAX_JWT_LIFE_SECONDS = 600;
/** Clocks may differ by this much. */
const CLOCK_DRIFT_SECONDS = 60;

/** Who sent this `Authorization` header. Refuses with 401 as GitHub does. */
export function identify(state: WorldState, authorization: string | undefined): Caller {
  if (authorization === undefined) return refuse(401, 'Requires authentication');
  const credential = /^(?:bearer|token) +(\S+)$/i.exec(authorization)?.[1];
  if (credential === undefined) return refuse(401, 'Bad credentials');
  if (credential === state.token) return { kind: 'person', login: 'octocat' };
  const known = state.tokens.get(credential);
  if (known !== undefined) return useToken(state, known);
  if (credential.split('.').length === 3) return verifyAppToken(state, credential);
  return refuse(401, 'Bad credentials');
}

/** Mint an installation token, narrowed to `wanted` permissions when given. */
export function mintToken(state: WorldState, wanted: Readonly<Record<string, unknown>> | null): TokenState {
  const granted = state.acceptedPermissions ?? state.app.permissions;
  const token: TokenState = {
    token: `ghs_${randomBytes(27).toString('base64url').replace(/[-_]/g, '0')}`,
    installationId: state.installationId,
    permissions: wanted === null ? granted : narrow(granted, wanted),
    expiresAtMs: state.now() + TOKEN_LIFE_MS,
    refusals: state.youngTokenRefusals,
  };
  state.tokens.set(token.token, token);
  return token;
}

/** Refuse with GitHub's own 403 unless the caller holds one of the permissions. */
export function requirePermission(caller: Caller, needs: Needs): void {
  if (caller.kind === 'person') return;
  if (caller.kind === 'app') refuse(401, 'Bad credentials');
  const isAllowed = needs.some(([name, access]) => covers(caller.token.permissions.get(name) ?? 'none', access));
  if (isAllowed) return;
  refuse(403, 'Resource not accessible by integration', {
    'x-accepted-github-permissions': needs.map(([name, access]) => `${name}=${access}`).join('; '),
  });
}

function covers(held: Access, needed: Access): boolean {
  return held === 'write' || held === needed;
}

function narrow(held: ReadonlyMap<string, Access>, wanted: Readonly<Record<string, unknown>>): Map<string, Access> {
  const entries = Object.entries(wanted).map(([name, access]): [string, Access] => {
    if ((access === 'read' || access === 'write') && covers(held.get(name) ?? 'none', access)) return [name, access];
    return refuse(422, 'The permissions requested are not granted to this installation.');
  });
  return new Map([['metadata', 'read'], ...entries]);
}

function useToken(state: WorldState, token: TokenState): Caller {
  if (token.refusals > 0) {
    token.refusals -= 1;
    return refuse(401, 'Bad credentials');
  }
  if (token.expiresAtMs <= state.now()) return refuse(401, 'Bad credentials');
  return { kind: 'installation', token };
}

function verifyAppToken(state: WorldState, token: string): Caller {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const isSigned = createVerify('RSA-SHA256')
    .update(`${header}.${payload}`)
    .verify(state.app.publicKey, Buffer.from(signature, 'base64url'));
  if (!isSigned || decode(header).alg !== 'RS256') return refuse(401, 'A JSON web token could not be decoded');
  const claims = decode(payload);
  const nowSeconds = Math.floor(state.now() / 1_000);
  if (String(claims.iss) !== String(state.app.id)) return refuse(401, 'Integration must generate a public key');
  const expires = Number(claims.exp);
  if (!(expires > nowSeconds)) {
    return refuse(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  }
  if (expires > nowSeconds + MAX_JWT_LIFE_SECONDS + CLOCK_DRIFT_SECONDS) {
    return refuse(401, "'Expiration time' claim ('exp') is too far in the future");
  }
  if (!(Number(claims.iat) <= nowSeconds + CLOCK_DRIFT_SECONDS)) {
    return refuse(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
  }
  return { kind: 'app' };
}

function decode(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
