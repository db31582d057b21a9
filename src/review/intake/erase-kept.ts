import type { ErasingIntent } from '../model/request.js';
import type { Log, RecordStore } from '../ports/index.js';

/** Erase what was kept of repositories that the App has lost. A rename or a transfer loses none: ids stay. */
export async function eraseKept(
  { installationId, repositoryIds }: ErasingIntent,
  { log, records }: { readonly log: Log; readonly records: RecordStore },
): Promise<void> {
  const erased = await records.erase({ installationId, repositoryIds });
  log.info({ installationId, repositories: repositoryIds?.length ?? 'all', erased }, 'records-erased');
}
