import type { Journal } from '../../review/index.js';

/** A journal for a run that nobody takes up again. */
export function createMemoryJournal(): Journal {
  const kept = new Map<string, string>();
  return {
    once: async (key, work) => {
      const text = kept.get(key);
      if (text !== undefined) return JSON.parse(text);
      const value = await work();
      kept.set(key, JSON.stringify(value));
      return value;
    },
  };
}
