import { ModelFailure } from '../../review/index.js';
import { toSafeLine } from './describe-failure.js';
import type { NoAnswer } from './no-answer.js';

/** Causes point to causes; a circle of them must not hold us. */
const MAX_DEPTH = 8;

const IN_WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the other side reset it',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  ETIMEDOUT: 'it timed out',
  EPIPE: 'the other side closed it',
  UND_ERR_SOCKET: 'the other side closed it',
  UND_ERR_CONNECT_TIMEOUT: 'it timed out',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate chain is not trusted here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate cannot be verified here',
  CERT_HAS_EXPIRED: 'its certificate has expired',
};

/** Limits of the fetch implementation itself, which run out when nothing comes. */
const STALLS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** Tell the first cause of a broken connection, not the sentence some layer has wrapped around it. */
export function describeCause(noAnswer: NoAnswer, where: string, apiKey: string | null): ModelFailure {
  const root = rootOf(noAnswer.origin);
  const code = codeOf(root);
  if (code !== null && STALLS.has(code)) return new ModelFailure('stalled', `${where} sent nothing for too long`);
  const said = root instanceof Error ? root.message : String(root);
  const told = code === null ? toSafeLine(said, apiKey) : `${IN_WORDS[code] ?? toSafeLine(said, apiKey)} (${code})`;
  return new ModelFailure('network', `the connection to ${where} failed: ${told}`);
}

function rootOf(error: unknown): unknown {
  let root = error;
  for (let depth = 0; depth < MAX_DEPTH && codeOf(root) === null; depth += 1) {
    const cause = isObject(root) ? root.cause : undefined;
    if (cause === undefined || cause === null) break;
    root = cause;
  }
  return root;
}

function codeOf(error: unknown): string | null {
  return isObject(error) && typeof error.code === 'string' ? error.code : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
