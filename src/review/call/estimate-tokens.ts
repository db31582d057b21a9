import { BYTES_PER_TOKEN } from '../limits.js';
import type { ModelMessage, ToolSpec } from '../ports.js';

/** Estimate on the safe side how many tokens a text is: by its bytes, at the worst measured density of source text. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text, 'utf8') / BYTES_PER_TOKEN);
}

/** Estimate a whole request the same way. */
export function estimateRequestTokens(messages: readonly ModelMessage[], tools: readonly ToolSpec[]): number {
  const texts = messages.map((message) =>
    message.role === 'assistant' ? message.text + JSON.stringify(message.toolCalls) : message.text,
  );
  return [...texts, JSON.stringify(tools)].reduce((sum, text) => sum + estimateTokens(text), 0);
}
