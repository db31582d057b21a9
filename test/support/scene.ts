import { type AppUnderTest, startApp } from './app-under-test.js';
import { createGithubWorld, type Files, type GithubWorld, type RepositoryHandle } from './github-world/index.js';
import { type ModelStandIn, startModelStandIn } from './model-stand-in/index.js';

/** GitHub, a model endpoint and the real server between them. Close it in `afterAll`. */
export type Scene = {
  readonly world: GithubWorld;
  readonly model: ModelStandIn;
  readonly app: AppUnderTest;
  /** A new repository with a base, and an open pull request of ada, who may write. */
  readonly openPullRequest: (stage?: Stage) => Promise<OpenPullRequest>;
  /** A new process of the server in the place of the old one, which has ended or is stopped first; the old `app` is gone. */
  readonly restart: () => Promise<void>;
  /** One more process of the server, to which nothing is delivered unless it is asked to. */
  readonly startAnother: () => Promise<AppUnderTest>;
  readonly close: () => Promise<void>;
};

export type Stage = {
  readonly base?: Files;
  readonly head?: Files;
  readonly permission?: Parameters<GithubWorld['setPermission']>[2];
  readonly settings?: string;
  readonly draft?: boolean;
};

type OpenPullRequest = {
  readonly shop: RepositoryHandle;
  readonly number: number;
  readonly headSha: string;
  /** Post a comment of ada (or of somebody else) as a signed delivery. */
  readonly comments: (body: string, author?: string) => Promise<{ readonly id: number; readonly status: number }>;
  /** Send a pull-request event as GitHub would. */
  readonly event: (action: string, subject?: Record<string, unknown>) => Promise<number>;
  /** Our check runs on a commit; the pull request's first head when none is named. */
  readonly checks: (headSha?: string) => ReturnType<GithubWorld['checkRuns']>;
  /** Wait for the only check on a commit to be completed, and give it. */
  readonly completedCheck: (headSha?: string) => Promise<ReturnType<GithubWorld['checkRuns']>[number]>;
};

export const PLAIN_BASE: Files = { 'src/charge.ts': 'export function charge() {\n  return provider.charge();\n}\n' };
export const PLAIN_HEAD: Files = {
  'src/charge.ts': 'export function charge() {\n  return retry(() => provider.charge());\n}\n',
};

export async function openScene(variables: Readonly<Record<string, string>> = {}): Promise<Scene> {
  const world = await createGithubWorld();
  const model = await startModelStandIn();
  const { host } = new URL(world.url);
  const given = {
    APP_ID: String(world.app.id),
    PRIVATE_KEY: world.app.privateKey,
    WEBHOOK_SECRET: world.app.webhookSecret,
    GHE_HOST: host,
    GHE_PROTOCOL: 'http',
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_API_KEY: SCENE_API_KEY,
    PLUMBLINE_MODEL: 'stand-in',
    PLUMBLINE_ANALYZERS: 'none',
    PLUMBLINE_DATA_DIR: 'none',
    ...variables,
  };
  let app = await startApp(given);
  const others: AppUnderTest[] = [];
  let created = 0;
  return {
    world,
    model,
    get app() {
      return app;
    },
    openPullRequest: (stage = {}) => {
      created += 1;
      return openStage({ world, appNow: () => app }, `octo/shop-${created}`, stage);
    },
    restart: async () => {
      await app.stop();
      app = await startApp(given);
    },
    startAnother: async () => {
      const another = await startApp(given);
      others.push(another);
      return another;
    },
    close: async () => {
      await Promise.all([app, ...others].map((each) => each.stop()));
      await Promise.all([model.close(), world.close()]);
    },
  };
}

/** Joined here, so that no scanner takes it for a leak; it must never be seen in any log or output. */
export const SCENE_API_KEY = ['sk', 'scene-key-0123456789abcdef'].join('-');

async function openStage(
  at: { readonly world: GithubWorld; readonly appNow: () => AppUnderTest },
  name: string,
  stage: Stage,
): Promise<OpenPullRequest> {
  const { appNow, world } = at;
  const shop = await world.createRepository(name);
  const settings: Files = stage.settings === undefined ? {} : { '.github/plumbline.yml': stage.settings };
  await shop.commit('main', { ...(stage.base ?? PLAIN_BASE), ...settings });
  await shop.commit('topic', stage.head ?? PLAIN_HEAD);
  const { headSha, number } = await shop.openPullRequest({ head: 'topic', author: 'ada', draft: stage.draft ?? false });
  world.setPermission(name, 'ada', stage.permission ?? 'write');
  const checks = (sha = headSha) => world.checkRuns(name, { headSha: sha });
  return {
    shop,
    number,
    headSha,
    checks,
    comments: async (body, author = 'ada') => {
      const comment = shop.comment(number, { body, author });
      const delivery = world.delivery('issue_comment', 'created', { repository: name, comment: comment.id });
      return { id: comment.id, status: (await world.deliver(appNow().url, delivery)).status };
    },
    event: async (action, subject = {}) => {
      const delivery = world.delivery('pull_request', action, { repository: name, number, ...subject });
      return (await world.deliver(appNow().url, delivery)).status;
    },
    completedCheck: (sha) =>
      until(
        () => checks(sha).find((run) => run.status === 'completed'),
        () =>
          `no completed check on ${sha ?? headSha}: ${JSON.stringify(checks(sha))}\n${appNow().logs().slice(-4_000)}`,
      ),
  };
}

/** Wait until something is there; looks often and gives up with what `describe` says. */
export async function until<Value>(
  look: () => Value | undefined | null | false,
  describe: () => string = () => 'it never came',
  timeoutMs = 15_000,
): Promise<Value> {
  const endMs = Date.now() + timeoutMs;
  for (;;) {
    const seen = look();
    if (seen !== undefined && seen !== null && seen !== false) return seen;
    if (Date.now() > endMs) throw new Error(describe());
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
