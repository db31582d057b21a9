import { PlumblineError } from '../errors.js';
import type { Conclusion } from '../model/report.js';
import type { Intent } from '../model/request.js';
import { RunStopped } from '../model/run-stopped.js';
import type { Completion } from '../ports/index.js';
import { DEFAULT_SETTINGS, type Settings } from '../settings.js';
import type { IntakeWorld } from './intake-world.js';
import { notice, stoppedNotice, unreadNotice } from './notices.js';
import { readRepositorySettings } from './read-beginning.js';

/**
 * A merge queue's own commit gets the conclusion of the pull request it was made from, under the same name and at once: a
 * required check that never reports would stop the queue.
 */
export async function answerMergeGroup(
  intent: Extract<Intent, { kind: 'merge_group' }>,
  world: IntakeWorld,
): Promise<void> {
  await world.reach();
  const reading = await readRepositorySettings(intent.baseRef, world);
  const isUnread = reading instanceof PlumblineError;
  const { settings } = isUnread ? { settings: DEFAULT_SETTINGS } : reading;
  const check = world.host.checkPublisher({
    runId: `group-${intent.deliveryId}`,
    name: settings.check_name,
    pullRequest: null,
  });
  await check.open({ headSha: intent.headSha, isQueued: false });
  if (isUnread) return check.complete(unreadNotice('the settings', reading, null));
  const look = () => completionOf(pullRequestOf(intent.headRef), settings, world);
  await check.complete(await look(), look);
}

async function completionOf(
  pullRequest: number | null,
  settings: Settings,
  { host, signal }: IntakeWorld,
): Promise<Extract<Completion, { kind: 'notice' }>> {
  let conclusion: Conclusion | null = null;
  try {
    const wanted = { checkName: settings.check_name, headSha: null };
    if (pullRequest !== null) conclusion = await host.readConclusion({ ...wanted, pullRequest }, signal);
  } catch (error) {
    if (error instanceof RunStopped) return stoppedNotice(error.stop, settings);
    if (!(error instanceof PlumblineError)) throw error;
    // It may be a failure, which the queue must not pass by.
    return unreadNotice('the pull request’s own check', error, { ...settings, strict_coverage: true });
  }
  if (conclusion === null)
    return notice('neutral', 'Not reviewed: no finished review to repeat', [unknownLine(pullRequest)], settings);
  return {
    kind: 'notice',
    conclusion,
    title: `As pull request #${pullRequest}: ${conclusion}`,
    lines: [`The merge queue's commit repeats the conclusion of the review of pull request #${pullRequest}.`],
  };
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
