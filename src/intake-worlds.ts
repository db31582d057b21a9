import pLimit from 'p-limit';
import { createGithubRepositoryHost, type GithubClient } from './provider/github/index.js';
import { createCheckPublisher } from './report/index.js';
import {
  type Analyzer,
  type Clock,
  type IntakeWorld,
  type Intent,
  type Journal,
  keepTrying,
  type Limits,
  type Log,
  MAX_BEGINNINGS,
  type RecordStore,
  type RepositoryHost,
  type RepositoryIntent,
  type ReviewModel,
  type RunSlots,
} from './review/index.js';

/** A progress line is written at most this often, so that a run stays far below GitHub's 80 writes a minute. */
export const PROGRESS_INTERVAL_MS = 5_000;
/** GitHub's permission API answers within a second; what takes longer counts as no. */
const PERMISSION_TIMEOUT_MS = 10_000;
/** The checks of other pull requests, read and tried again; then they count as unknown. */
const OTHERS_TIMEOUT_MS = 120_000;

/** How often a delivery was tried in this process. */
export type Attempt = { readonly hasFailedBefore: boolean };

const FIRST: Attempt = { hasFailedBefore: false };

/** What all deliveries share. */
export type IntakeSite = {
  /** Web host of the repositories. */
  readonly host: string;
  /** Root of the REST API of an own server; null for github.com. */
  readonly apiUrl: string | null;
  readonly appId: number;
  /** A client that acts with the installation's own token, which has been had. An error with `retryAtMs` may pass. */
  readonly clientFor: (installationId: number) => Promise<GithubClient>;
  /** Aborted when the process is about to end. */
  readonly closing: AbortSignal;
  readonly model: ReviewModel | null;
  readonly analyzers: readonly Analyzer[];
  readonly slots: RunSlots;
  readonly records: RecordStore;
  readonly isDurable: boolean;
  readonly journalFor: (runId: string, log: Log) => Journal;
  readonly takeUp: (intent: Intent) => Promise<unknown>;
  readonly clock: Clock;
  readonly logFor: (facts: { readonly deliveryId: string; readonly repository: string }) => Log;
  readonly ceiling: Limits;
  /** Masked verbatim in whatever is published. */
  readonly secrets: readonly string[];
  readonly minProgressIntervalMs: number;
  readonly newSecret: () => string;
};

/**
 * For each delivery, the repository it is about, reached with its installation's own token. Nothing is waited for: deliveries
 * are taken up in the order in which they came, and the token is had when they ask for it.
 */
export function createIntakeWorlds(site: IntakeSite): (intent: RepositoryIntent, attempt?: Attempt) => IntakeWorld {
  const inTurn = pLimit(MAX_BEGINNINGS);
  const toldUnread = new Set<string>();
  return ({ deliveryId, installationId, repository }, { hasFailedBefore } = FIRST) => {
    const { analyzers, ceiling, clock, closing, isDurable, journalFor, model, newSecret, records, slots, takeUp } =
      site;
    const log = site.logFor({ deliveryId, repository: `${repository.owner}/${repository.name}` });
    const client = lateClient(() => site.clientFor(installationId), site.apiUrl);
    const held = { message: 'installation-held', facts: { installationId } };
    return {
      host: openHost(site, { client, log, repository, isResumed: hasFailedBefore }),
      reach: () => keepTrying(client.open, { clock, log, closing, held }),
      signal: closing,
      inTurn: (work) => inTurn(work),
      model,
      analyzers,
      slots,
      records,
      isDurable,
      takeUp,
      journalFor: (runId) => journalFor(runId, log),
      clock,
      log,
      ceiling,
      recordOf: (pullRequest) => `${site.host}/${repository.id}/${pullRequest}`,
      toldUnread,
      newSecret,
    };
  };
}

function openHost(
  { appId, clock, closing, host: hostName, minProgressIntervalMs, secrets }: IntakeSite,
  on: {
    readonly client: GithubClient;
    readonly log: Log;
    readonly repository: RepositoryIntent['repository'];
    /** An earlier try of the same delivery may have opened its checks. */
    readonly isResumed: boolean;
  },
): RepositoryHost {
  const host: RepositoryHost = createGithubRepositoryHost({
    ...on,
    host: hostName,
    appId,
    clock,
    permissionTimeoutMs: PERMISSION_TIMEOUT_MS,
    createCheckPublisher: (check) =>
      createCheckPublisher({
        octokit: on.client,
        repository: on.repository,
        check,
        clock,
        log: on.log,
        closing,
        minProgressIntervalMs,
        secrets,
        isResumed: on.isResumed || check.isResumed === true,
        readOthers: async (headSha) =>
          check.pullRequest === null
            ? []
            : host.readSiblings(
                { headSha, name: check.name, pullRequest: check.pullRequest },
                // Not that of the closing process: what it has open is still completed.
                AbortSignal.timeout(OTHERS_TIMEOUT_MS),
              ),
      }),
  });
  return host;
}

/** A client that is had when `open` is called, or with the first request; after a failure to have it the next call tries again. */
function lateClient(
  openClient: () => Promise<GithubClient>,
  apiUrl: string | null,
): GithubClient & { open(): Promise<void> } {
  let opening: Promise<GithubClient> | null = null;
  const had = () => {
    opening ??= openClient().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  const request: GithubClient['request'] = async (route, parameters) => (await had()).request(route, parameters);
  return {
    open: async () => void (await had()),
    request: apiUrl === null ? request : Object.assign(request, { endpoint: { DEFAULTS: { baseUrl: apiUrl } } }),
  };
}
