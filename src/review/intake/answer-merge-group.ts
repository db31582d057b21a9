import type { Intent } from '../model/request.js';
import { readSettings } from '../read-settings.js';
import type { IntakeWorld } from './intake-world.js';
import { notice } from './notices.js';

/**
 * A merge queue's own commit gets the conclusion of the pull request it was made from, under the same name and at once: a
 * required check that never reports would stop the queue.
 */
export async function answerMergeGroup(
  intent: Extract<Intent, { kind: 'merge_group' }>,
  { host }: IntakeWorld,
): Promise<void> {
  const { signal } = new AbortController();
  const file = await host.readSettings(intent.baseRef, signal);
  const { settings } = readSettings(file?.text ?? null);
  const pullRequest = pullRequestOf(intent.headRef);
  const conclusion = pullRequest === null ? null : await host.readConclusion(pullRequest, settings.check_name, signal);
  const check = host.checkPublisher({
    runId: `group-${intent.deliveryId}`,
    name: settings.check_name,
    pullRequest: null,
  });
  await check.open({ headSha: intent.headSha, isQueued: false });
  await check.complete(
    conclusion === null
      ? notice('neutral', 'Not reviewed: no finished review to repeat', [unknownLine(pullRequest)], settings)
      : {
          kind: 'notice',
          conclusion,
          title: `As pull request #${pullRequest}: ${conclusion}`,
          lines: [`The merge queue's commit repeats the conclusion of the review of pull request #${pullRequest}.`],
        },
  );
}

function unknownLine(pullRequest: number | null): string {
  return pullRequest === null
    ? 'The queue does not say which pull request this commit was made from.'
    : `No finished review of pull request #${pullRequest} is known.`;
}

/** GitHub names the queue's branches `gh-readonly-queue/<base>/pr-<number>-<sha>`. */
function pullRequestOf(headRef: string): number | null {
  const match = /\/pr-(\d+)-[0-9a-f]+$/.exec(headRef);
  return match?.[1] === undefined ? null : Number(match[1]);
}
