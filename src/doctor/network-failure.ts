/** Causes point to causes; a circle of them must not hold us. */
const MAX_DEPTH = 8;

const IN_WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the other side reset the connection',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  ETIMEDOUT: 'the connection timed out',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate chain is not trusted here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate cannot be verified here',
  CERT_HAS_EXPIRED: 'its certificate has expired',
};

/** Why nothing was answered, in a few words. Names no address and no credential. */
export function describeNetworkFailure(
  error: unknown,
  limit: { readonly signal: AbortSignal; readonly ms: number },
): string {
  if (limit.signal.aborted) return `no answer within ${limit.ms / 1_000} s`;
  const code = codeOf(error);
  if (code === null) return 'the connection failed';
  return `${IN_WORDS[code] ?? 'the connection failed'} (${code})`;
}

function codeOf(error: unknown): string | null {
  let cause = error;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    if (typeof cause !== 'object' || cause === null) return null;
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
    cause = 'cause' in cause ? cause.cause : null;
  }
  return null;
}
