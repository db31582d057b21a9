import { BYTES_PER_TOKEN } from '../limits.js';
import type { ModelMessage, ToolSpec } from '../ports/index.js';

/** What stands around the texts of a request: roles, names, quotes. */
const WRAPPING_TOKENS = 500;

/** Estimate on the safe side how many tokens a text is: its bytes as JSON, at the worst measured density of source text. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(text), 'utf8') / BYTES_PER_TOKEN);
}

/** Estimate a whole request the same way. */
export function estimateRequestTokens(messages: readonly ModelMessage[], tools: readonly ToolSpec[]): number {
  const text = JSON.stringify({ messages, tools });
  return WRAPPING_TOKENS + Math.ceil(Buffer.byteLength(text, 'utf8') / BYTES_PER_TOKEN);
}
