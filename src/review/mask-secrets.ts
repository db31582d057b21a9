/** What stands where a secret stood. */
export const MASK = '[masked]';

/** Shapes of credentials that are told apart from ordinary text by their form alone. Bounded, so that no text is slow. */
const SECRET_SHAPES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,255}\b/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,255}\b/g,
  /\bglpat-[A-Za-z0-9_-]{20,}\b/g,
  /\bsk-[A-Za-z0-9_*-]{16,}/g,
  /\bxox[abposr]-[A-Za-z0-9-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{30,}\b/g,
  /\bnpm_[A-Za-z0-9]{30,}\b/g,
  /\beyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{5,2000}/g,
];

/** Words around a secret are kept: only what has a secret's shape, a bearer value or a password in a URL goes. */
const SECRET_PLACES: readonly (readonly [RegExp, string])[] = [
  [/\bBearer\s+[A-Za-z0-9._~+/=-]{12,}/g, `Bearer ${MASK}`],
  // A word alone (`Basic authentication`) is none.
  [/\bBasic\s+(?=[A-Za-z+/]{0,200}[\d=])[A-Za-z0-9+/=]{12,}/g, `Basic ${MASK}`],
  [/(\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@]{0,200}):[^\s@/]{1,500}@/gi, `$1:${MASK}@`],
];

/**
 * Replace what looks like a credential, and every given secret verbatim, by `[masked]`.
 * Only the secret-shaped part goes; the text around it stays readable.
 */
export function maskSecrets(text: string, knownSecrets: readonly string[] = []): string {
  const withoutKnown = knownSecrets
    .filter((secret) => secret.length >= 6)
    .reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
  const withoutShapes = SECRET_SHAPES.reduce((masked, shape) => masked.replace(shape, MASK), withoutKnown);
  return SECRET_PLACES.reduce((masked, [place, kept]) => masked.replace(place, kept), withoutShapes);
}
