import { formatNumber } from '../../review/index.js';

/** `19204` as `19k`, for a line that must be short. */
export function shortNumber(value: number): string {
  return value < 10_000 ? formatNumber(value) : `${formatNumber(value / 1_000)}k`;
}

/** `41 s`, `2 min 5 s`, `1 h 3 min`. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(0, Math.round(durationMs / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
}

/** First `limit` words joined by commas; the rest is counted, never silently gone. */
export function listSome(words: readonly string[], limit: number): string {
  const rest = words.length - limit;
  return rest > 0 ? `${words.slice(0, limit).join(', ')} and ${formatNumber(rest)} more` : words.join(', ');
}
