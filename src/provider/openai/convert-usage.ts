import { z } from 'zod';
import type { ModelResponse } from '../../review/index.js';

const count = z.number().int().min(0);
const usageSchema = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count.nullish() }).nullish().catch(null),
  prompt_cache_hit_tokens: count.nullish().catch(null),
});

/**
 * Usage in our words, or null when the endpoint told none (or only zeros, which some servers send instead of none).
 * The cached part never exceeds the whole.
 */
export function convertUsage(usage: unknown): ModelResponse['usage'] {
  const parsed = usageSchema.safeParse(usage);
  if (!parsed.success) return null;
  const { prompt_tokens: inputTokens, completion_tokens: outputTokens, prompt_tokens_details: details } = parsed.data;
  if (inputTokens === 0 && outputTokens === 0) return null;
  const cached = details?.cached_tokens ?? parsed.data.prompt_cache_hit_tokens ?? 0;
  return { inputTokens, cachedInputTokens: Math.min(cached, inputTokens), outputTokens };
}
