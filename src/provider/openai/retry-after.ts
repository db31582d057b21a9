const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** A number above this is a moment (in seconds since the epoch), not a duration. */
const OLDEST_EPOCH_SECONDS = 1_000_000_000;
const OLDEST_EPOCH_MS = OLDEST_EPOCH_SECONDS * 1_000;

/**
 * How long the endpoint wishes us to wait, in milliseconds; undefined when it does not say. Read in this order:
 * `retry-after-ms`, `Retry-After` in seconds or as a date, then the reset of whatever rate is used up. Never negative.
 */
export function retryAfterMs(headers: Pick<Headers, 'get'>, nowMs: number): number | undefined {
  const wished = milliseconds(headers.get('retry-after-ms')) ?? secondsOrDate(headers.get('retry-after'), nowMs);
  const found = wished ?? longestReset(headers, nowMs);
  return found === undefined ? undefined : Math.max(0, Math.ceil(found));
}

function milliseconds(value: string | null): number | undefined {
  return value !== null && /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}

function secondsOrDate(value: string | null, nowMs: number): number | undefined {
  if (value === null) return undefined;
  const seconds = milliseconds(value);
  if (seconds !== undefined) return seconds * 1_000;
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? undefined : moment - nowMs;
}

/** `x-ratelimit-reset-requests: 6m0s` beside `x-ratelimit-remaining-requests: 0`. A reset whose rate still has some left is no reason. */
function longestReset(headers: Pick<Headers, 'get'>, nowMs: number): number | undefined {
  const resets = ['-requests', '-tokens', ''].flatMap((kind) => {
    const remaining = headers.get(`x-ratelimit-remaining${kind}`);
    const isUsedUp = remaining === null || Number(remaining) <= 0;
    const reset = isUsedUp ? resetMs(headers.get(`x-ratelimit-reset${kind}`), nowMs) : undefined;
    return reset === undefined ? [] : [reset];
  });
  return resets.length === 0 ? undefined : Math.max(...resets);
}

function resetMs(value: string | null, nowMs: number): number | undefined {
  if (value === null) return undefined;
  const plain = milliseconds(value);
  if (plain === undefined) return durationMs(value) ?? secondsOrDate(value, nowMs);
  if (plain > OLDEST_EPOCH_MS) return plain - nowMs;
  return plain > OLDEST_EPOCH_SECONDS ? plain * 1_000 - nowMs : plain * 1_000;
}

/** `1s`, `6m0s`, `120ms`, `1h30m`. */
function durationMs(value: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/.test(value)) return undefined;
  const parts = [...value.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g)];
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNITS_MS[unit ?? ''] ?? 0), 0);
}
