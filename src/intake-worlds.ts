import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Probot } from 'probot';
import { ceilingOf, type Environment, secretsOf } from './environment.js';
import { createGithubRepositoryHost } from './provider/github/index.js';
import { createCheckPublisher } from './report/index.js';
import type { IntakeWorld, Intent, RepositoryHost, ReviewModel, RunSlots } from './review/index.js';
import { systemClock } from './system-clock.js';

/** A progress line is written at most this often, so that a run stays far below GitHub's 80 writes a minute. */
const PROGRESS_INTERVAL_MS = 5_000;
/** GitHub's permission API answers within a second; what takes longer counts as no. */
const PERMISSION_TIMEOUT_MS = 10_000;

/** For each delivery, the repository it is about, reached with its installation's own token. */
export function createIntakeWorlds(shared: {
  readonly environment: Environment;
  readonly probot: Probot;
  readonly model: ReviewModel;
  readonly slots: RunSlots;
  readonly log: Logger;
}): (intent: Intent) => Promise<IntakeWorld> {
  const { environment, model, probot, slots } = shared;
  const ceiling = ceilingOf(environment);
  const secrets = secretsOf(environment);
  const hostName = environment.GHE_HOST ?? 'github.com';
  return async ({ deliveryId, installationId, repository }) => {
    const log = shared.log.child({ deliveryId, repository: `${repository.owner}/${repository.name}` });
    const octokit = await probot.auth(installationId);
    const host: RepositoryHost = createGithubRepositoryHost({
      client: octokit,
      host: hostName,
      repository,
      appId: Number(environment.APP_ID),
      clock: systemClock,
      log,
      permissionTimeoutMs: PERMISSION_TIMEOUT_MS,
      createCheckPublisher: (check) =>
        createCheckPublisher({
          octokit,
          repository,
          check,
          clock: systemClock,
          log,
          minProgressIntervalMs: PROGRESS_INTERVAL_MS,
          secrets,
          readOthers: async (headSha) =>
            check.pullRequest === null
              ? []
              : host.readSiblings(
                  { headSha, name: check.name, pullRequest: check.pullRequest },
                  new AbortController().signal,
                ),
        }),
    });
    return {
      host,
      model,
      slots,
      clock: systemClock,
      log,
      ceiling,
      recordOf: (pullRequest) => `${hostName}/${repository.id}/${pullRequest}`,
      newSecret: () => randomBytes(32).toString('hex'),
    };
  };
}
