import { emptyRecord, ownerOf, type RecordStore, type ReviewRecord } from '../../review/index.js';

/** Pull requests remembered, the one that was changed longest ago forgotten first. */
const MAX_REMEMBERED = 5_000;

/** Records kept in this process: they end with it. */
export function createMemoryRecordStore(): RecordStore {
  const records = new Map<string, ReviewRecord>();
  const read = (key: string) => records.get(key) ?? emptyRecord(key);
  return {
    read: async (key) => read(key),
    change: async (key, change) => {
      const changed = change(read(key));
      if (changed === null) return read(key);
      records.delete(key);
      records.set(key, changed);
      const [oldest] = records.keys();
      if (records.size > MAX_REMEMBERED && oldest !== undefined) records.delete(oldest);
      return changed;
    },
    erase: async ({ installationId, repositoryIds }) => {
      const gone = [...records].filter(([, record]) => {
        const owner = ownerOf(record);
        if (owner?.installationId !== installationId) return false;
        return repositoryIds === null || repositoryIds.includes(owner.repository.id);
      });
      for (const [key] of gone) records.delete(key);
      return gone.length;
    },
  };
}
