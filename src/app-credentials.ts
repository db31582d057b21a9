import { getPrivateKey } from '@probot/get-private-key';
import type { Environment } from './environment.js';
import { PlumblineError } from './review/index.js';

export type AppCredentials = { readonly appId: number; readonly privateKey: string; readonly webhookSecret: string };

/** What a GitHub App needs. Throws `environment_invalid` naming everything that is missing: nothing starts on a default secret. */
export function readAppCredentials(environment: Environment): AppCredentials {
  const { APP_ID: appId, PRIVATE_KEY: key, PRIVATE_KEY_PATH: keyPath, WEBHOOK_SECRET: webhookSecret } = environment;
  const problems: string[] = [];
  if (appId === undefined || !/^\d+$/.test(appId)) problems.push('APP_ID is not set to the number of a GitHub App');
  if (webhookSecret === undefined) problems.push('WEBHOOK_SECRET is not set');
  const privateKey = readKey(key, keyPath, problems);
  if (problems.length > 0 || webhookSecret === undefined || privateKey === null) {
    throw new PlumblineError('environment_invalid', { problem: problems.join('\n       ') });
  }
  return { appId: Number(appId), privateKey, webhookSecret };
}

/** Only what the operator named: a key that lies in the working directory is never picked up by itself. */
function readKey(key: string | undefined, path: string | undefined, problems: string[]): string | null {
  if (key === undefined && path === undefined) {
    problems.push('neither PRIVATE_KEY nor PRIVATE_KEY_PATH is set');
    return null;
  }
  try {
    return getPrivateKey({ env: key === undefined ? { PRIVATE_KEY_PATH: path } : { PRIVATE_KEY: key } });
  } catch (error) {
    const name = key === undefined ? 'PRIVATE_KEY_PATH' : 'PRIVATE_KEY';
    problems.push(`${name} holds no readable private key (${error instanceof Error ? error.name : 'unreadable'})`);
    return null;
  }
}
