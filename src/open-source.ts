import type { Environment } from './environment.js';
import type { ReviewArguments } from './handlers/index.js';
import { createGitChangeSource } from './provider/git/index.js';
import { createGithubChangeSource, createGithubClient, githubApiUrl } from './provider/github/index.js';
import { type ChangeSource, MAX_SETTINGS_BYTES, type PinnedTarget, PlumblineError } from './review/index.js';
import { systemClock } from './system-clock.js';

export type OpenedSource = {
  readonly source: ChangeSource;
  /** The settings file of the base revision; null when there is none. */
  readonly settingsText: (target: PinnedTarget, signal: AbortSignal) => Promise<string | null>;
};

const SETTINGS_PATH = '.github/plumbline.yml';
const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

/** Open what the command is asked to review. The settings come from the base revision, as everywhere. */
export function openSource(
  chosen: ReviewArguments,
  world: {
    readonly environment: Environment;
    readonly fetch: typeof fetch;
    readonly variables: Readonly<Record<string, string | undefined>>;
  },
): OpenedSource {
  const source = createSource(chosen, world);
  return {
    source,
    settingsText: async (target, signal) => {
      const { files } = await source.readBaseFiles(target, [SETTINGS_PATH], MAX_SETTINGS_BYTES, signal);
      return files.get(SETTINGS_PATH) ?? null;
    },
  };
}

function createSource(
  { directory, host, request }: ReviewArguments,
  world: Parameters<typeof openSource>[1],
): ChangeSource {
  if (request.kind !== 'pull_request') {
    return createGitChangeSource({ directory: directory ?? '.', request, environment: world.variables });
  }
  const { environment, fetch } = world;
  const expected = environment.GHE_HOST ?? 'github.com';
  if (host !== expected) {
    throw new PlumblineError(
      'usage',
      { problem: `the pull request is on ${host}, but ${expected} is configured` },
      { help: 'set GHE_HOST to the host of your GitHub Enterprise Server' },
    );
  }
  return createGithubChangeSource({
    client: createGithubClient({ auth: environment.GITHUB_TOKEN ?? null, apiUrl: githubApiUrl(environment), fetch }),
    host: expected,
    repository: { owner: request.owner, name: request.repo },
    pullRequest: request.number,
    expectedHeadSha: null,
    clock: systemClock,
    log: SILENT,
  });
}
