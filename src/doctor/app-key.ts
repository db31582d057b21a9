import { createPrivateKey, createSign, type KeyObject } from 'node:crypto';

/** GitHub refuses more than ten minutes; a minute back bears clocks that differ. */
const LIFE_SECONDS = 540;
const BACK_SECONDS = 60;

/** The key a GitHub App signs with; null when the text is none (a public key, a certificate, another kind, cut short). */
export function parseAppKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}

/** Sign what an App shows to speak as itself. */
export function signAppToken(appId: number, key: KeyObject, nowMs: number): string {
  const nowSeconds = Math.floor(nowMs / 1_000);
  const claims = { iat: nowSeconds - BACK_SECONDS, exp: nowSeconds + LIFE_SECONDS, iss: appId };
  const signed = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key).toString('base64url')}`;
}
