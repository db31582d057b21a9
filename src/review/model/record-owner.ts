import type { ReviewRecord } from './record.js';

/** Whose pull request a record is about, as its newest run knew it; null before the first run. Names change, ids do not. */
export function ownerOf({ paused, revisions }: ReviewRecord) {
  const intent = revisions.at(-1)?.intent ?? paused?.intent;
  if (intent === undefined) return null;
  const { installationId, repository } = intent;
  return { installationId, repository };
}
