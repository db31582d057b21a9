import { createMemoryRunSlots } from '../../src/durable/index.js';
import { createGithubClient, createGithubRepositoryHost } from '../../src/provider/github/index.js';
import { createOpenaiReviewModel } from '../../src/provider/openai/index.js';
import { createCheckPublisher } from '../../src/report/index.js';
import {
  type Clock,
  DEFAULT_LIMITS,
  handleIntent,
  type IntakeWorld,
  type Intent,
  type Limits,
  type RepositoryHost,
  type Trigger,
} from '../../src/review/index.js';
import { mintInstallationToken } from './github-world/client.js';
import { createGithubWorld, type Files, type GithubWorld, type RepositoryHandle } from './github-world/index.js';
import { jumpingClock } from './jumping-clock.js';
import { type ModelStandIn, startModelStandIn } from './model-stand-in/index.js';

/** Joined here, so that no scanner takes it for a leak. */
export const LAB_API_KEY = ['sk', 'lab-key-0123456789abcdef'].join('-');
const NEVER_MS = 3_600_000;

/** The App without its process: the real intake, adapters and publisher between a GitHub world and a model endpoint. */
export type Lab = {
  readonly world: GithubWorld;
  readonly model: ModelStandIn;
  readonly token: string;
  readonly openPullRequest: (stage?: LabStage) => Promise<LabPullRequest>;
  /** Do what one delivery asks for, to its end. Never rejects. */
  readonly run: (pull: LabPullRequest, options?: LabRun) => Promise<LabEnding>;
  readonly close: () => Promise<void>;
};

export type LabStage = { readonly base?: Files; readonly head?: Files; readonly settings?: string };

export type LabPullRequest = {
  readonly shop: RepositoryHandle;
  readonly number: number;
  readonly headSha: string;
  readonly commentId: number;
};

export type LabRun = {
  /** Default: ada's `/review`. */
  readonly trigger?: Trigger;
  /** What the delivery says of the head. Default: nothing, as a comment. */
  readonly headSha?: string | null;
  readonly intent?: Intent;
  readonly clock?: Clock;
  readonly ceiling?: Partial<Limits>;
  readonly slots?: ReturnType<typeof createMemoryRunSlots>;
  readonly minProgressIntervalMs?: number;
};

export type LabEnding = {
  /** The checks this run made, oldest first. */
  readonly checks: ReturnType<GithubWorld['checkRuns']>;
  /** What the run wrote to its log, one JSON text a line, nothing masked. */
  readonly logs: string;
  readonly rejection: unknown;
};

/** Start a lab. Limits of pace are far away: many runs share one world. Close it in `afterAll`. */
export async function openLab(): Promise<Lab> {
  const world = await createGithubWorld();
  Object.assign(world.limits, {
    contentWritesPerMinute: 100_000,
    contentWritesPerHour: 100_000,
    requestsPerHour: 1_000_000,
  });
  const model = await startModelStandIn({ apiKey: LAB_API_KEY });
  const token = await mintInstallationToken(world);
  let created = 0;
  let runs = 0;
  return {
    world,
    model,
    token,
    openPullRequest: (stage = {}) => {
      created += 1;
      return openStage(world, `octo/lab-${created}`, stage);
    },
    run: (pull, options = {}) => {
      runs += 1;
      return runDelivery({ world, model, token }, pull, `delivery-${runs}`, options);
    },
    close: async () => {
      await Promise.all([model.close(), world.close()]);
    },
  };
}

const BASE: Files = { 'src/charge.ts': 'export function charge() {\n  return provider.charge();\n}\n' };
const HEAD: Files = { 'src/charge.ts': 'export function charge() {\n  return retry(() => provider.charge());\n}\n' };

async function openStage(world: GithubWorld, name: string, stage: LabStage): Promise<LabPullRequest> {
  const shop = await world.createRepository(name);
  const settings: Files = stage.settings === undefined ? {} : { '.github/plumbline.yml': stage.settings };
  await shop.commit('main', { ...(stage.base ?? BASE), ...settings });
  await shop.commit('topic', stage.head ?? HEAD);
  const pull = await shop.openPullRequest({ head: 'topic', author: 'ada' });
  world.setPermission(name, 'ada', 'write');
  return { shop, ...pull, commentId: shop.comment(pull.number, { body: '/review' }).id };
}

async function runDelivery(
  at: { readonly world: GithubWorld; readonly model: ModelStandIn; readonly token: string },
  pull: LabPullRequest,
  deliveryId: string,
  options: LabRun,
): Promise<LabEnding> {
  const lines: string[] = [];
  const intent = options.intent ?? reviewIntent(at.world, pull, deliveryId, options);
  let rejection: unknown = null;
  await handleIntent({ ...intent, deliveryId }, intakeWorld(at, pull, lines, options)).catch((error: unknown) => {
    rejection = error;
  });
  const checks = at.world
    .checkRuns(pull.shop.fullName)
    .filter(({ externalId }) => new RegExp(`${deliveryId}(?:-|$)`).test(externalId));
  return { checks, logs: lines.join('\n'), rejection };
}

function reviewIntent(world: GithubWorld, pull: LabPullRequest, deliveryId: string, options: LabRun): Intent {
  const actor = { login: 'ada', isBot: false };
  const command = { mode: 'standard', paths: [], focus: null } as const;
  return {
    kind: 'review',
    deliveryId,
    installationId: world.installationId,
    repository: repositoryOf(pull),
    pullRequest: pull.number,
    headSha: options.headSha ?? null,
    trigger: options.trigger ?? { kind: 'comment', commentId: pull.commentId, actor, command },
  };
}

export function repositoryOf({ shop }: LabPullRequest) {
  const [owner = '', name = ''] = shop.fullName.split('/');
  return { owner, name, id: shop.id };
}

/** The same wiring as the server's, with this run's own clock, model memory and log. */
function intakeWorld(
  at: { readonly world: GithubWorld; readonly model: ModelStandIn; readonly token: string },
  pull: LabPullRequest,
  lines: string[],
  options: LabRun,
): IntakeWorld {
  const clock = options.clock ?? jumpingClock();
  const repository = repositoryOf(pull);
  const octokit = createGithubClient({ auth: at.token, apiUrl: `${at.world.url}/api/v3`, fetch: globalThis.fetch });
  const note = (level: string) => (facts: Record<string, unknown>, message: string) => {
    lines.push(JSON.stringify({ level, message, ...facts }));
  };
  const log = { info: note('info'), warn: note('warn'), error: note('error') };
  const model = createOpenaiReviewModel({
    baseUrl: at.model.baseUrl,
    apiKey: LAB_API_KEY,
    model: 'stand-in',
    fetch: globalThis.fetch,
    clock,
    log,
  });
  const host: RepositoryHost = createGithubRepositoryHost({
    client: octokit,
    host: 'github.test',
    repository,
    appId: at.world.app.id,
    clock,
    log,
    permissionTimeoutMs: 10_000,
    createCheckPublisher: (check) =>
      createCheckPublisher({
        octokit,
        repository,
        check,
        clock,
        log,
        minProgressIntervalMs: options.minProgressIntervalMs ?? NEVER_MS,
        secrets: [LAB_API_KEY, at.world.app.webhookSecret],
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
    slots: options.slots ?? createMemoryRunSlots(8),
    clock,
    log,
    ceiling: { ...DEFAULT_LIMITS, ...options.ceiling },
    recordOf: (pullRequest) => `github.test/${repository.id}/${pullRequest}`,
    newSecret: () => 'the secret of a run in the lab',
  };
}
