import { getPrivateKey } from '@probot/get-private-key';
import type { Environment } from './environment.js';
import { PlumblineError } from './review/index.js';

export type AppCredentials = { readonly appId: number; readonly privateKey: string; readonly webhookSecret: string };

/** What a GitHub App needs. Throws `environment_invalid` naming everything that is missing: nothing starts on a default secret. */
export function readAppCredentials(environment: Environment): AppCredentials {
  const { APP_ID: appId, WEBHOOK_SECRET: webhookSecret } = environment;
  const problems: string[] = [];
  if (appId === undefined || !/^\d+$/.test(appId)) problems.push('APP_ID is not set to the number of a GitHub App');
  if (webhookSecret === undefined) problems.push('WEBHOOK_SECRET is not set');
  const key = readPrivateKey(environment);
  if (key.problem !== null) problems.push(key.problem);
  const { privateKey } = key;
  if (problems.length > 0 || webhookSecret === undefined || privateKey === null) {
    throw new PlumblineError('environment_invalid', { problem: problems.join('\n       ') });
  }
  return { appId: Number(appId), privateKey, webhookSecret };
}

export type PrivateKeyReading =
  | { readonly privateKey: string; readonly problem: null }
  | { readonly privateKey: null; readonly problem: string };

/** The App's private key as PEM. Only what the operator named: a key that lies in the working directory is never picked up by itself. */
export function readPrivateKey({ PRIVATE_KEY: key, PRIVATE_KEY_PATH: path }: Environment): PrivateKeyReading {
  if (key === undefined && path === undefined) {
    return { privateKey: null, problem: 'neither PRIVATE_KEY nor PRIVATE_KEY_PATH is set' };
  }
  const name = key === undefined ? 'PRIVATE_KEY_PATH' : 'PRIVATE_KEY';
  try {
    const privateKey = getPrivateKey({ env: key === undefined ? { PRIVATE_KEY_PATH: path } : { PRIVATE_KEY: key } });
    if (privateKey !== null) return { privateKey, problem: null };
    return { privateKey: null, problem: `${name} holds no readable private key` };
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unreadable';
    return { privateKey: null, problem: `${name} holds no readable private key (${reason})` };
  }
}
