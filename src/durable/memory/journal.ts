import type { Journal } from '../../review/index.js';

/** Runs remembered, the oldest forgotten first: one that was paused may be taken up again. */
const MAX_REMEMBERED = 200;

/** Journals kept in this process: they end with it. The same run has the same one. */
export function createMemoryJournals(): (runId: string) => Journal {
  const journals = new Map<string, Journal>();
  return (runId) => {
    const journal = journals.get(runId) ?? createMemoryJournal();
    journals.set(runId, journal);
    const [oldest] = journals.keys();
    if (journals.size > MAX_REMEMBERED && oldest !== undefined) journals.delete(oldest);
    return journal;
  };
}

/** A journal of one run, kept in this process. */
export function createMemoryJournal(): Journal {
  const kept = new Map<string, string>();
  return {
    kept: async (key) => JSON.parse(kept.get(key) ?? 'null'),
    once: async (key, work) => {
      const text = kept.get(key);
      if (text !== undefined) return JSON.parse(text);
      const value = await work();
      kept.set(key, JSON.stringify(value));
      return value;
    },
  };
}
