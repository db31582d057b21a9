import type { Environment } from './environment.js';
import type { ReviewArguments } from './handlers/index.js';
import { type ChangeSource, MAX_SETTINGS_BYTES, type PinnedTarget, PlumblineError } from './review/index.js';
import { silentLog } from './silent-log.js';
import { systemClock } from './system-clock.js';

export type OpenedSource = {
  readonly source: ChangeSource;
  /** The settings file of the base revision; null when there is none. */
  readonly settingsText: (target: PinnedTarget, signal: AbortSignal) => Promise<string | null>;
};

type World = {
  readonly environment: Environment;
  readonly fetch: typeof fetch;
  readonly variables: Readonly<Record<string, string | undefined>>;
};

const SETTINGS_PATH = '.github/plumbline.yml';
const PUBLIC_HOST = 'github.com';

/** Open what the command is asked to review. The settings come from the base revision, as everywhere. */
export async function openSource(chosen: ReviewArguments, world: World): Promise<OpenedSource> {
  const source = await createSource(chosen, world);
  return {
    source,
    settingsText: async (target, signal) => {
      const { files } = await source.readBaseFiles(target, [SETTINGS_PATH], MAX_SETTINGS_BYTES, signal);
      return files.get(SETTINGS_PATH) ?? null;
    },
  };
}

/** Only the provider that is asked is loaded. */
async function createSource(chosen: ReviewArguments, world: World): Promise<ChangeSource> {
  const { directory, host, request } = chosen;
  if (request.kind === 'pull_request') return createPullRequestSource(request, host, world);
  const { createGitChangeSource } = await import('./provider/git/index.js');
  return createGitChangeSource({ directory: directory ?? '.', request, environment: world.variables });
}

async function createPullRequestSource(
  request: Extract<ReviewArguments['request'], { kind: 'pull_request' }>,
  host: string | null,
  { environment, fetch }: World,
): Promise<ChangeSource> {
  const github = await import('./provider/github/index.js');
  const apiUrl = github.githubApiUrl(environment);
  const expected = apiUrl === null ? PUBLIC_HOST : new URL(apiUrl).host;
  if (host !== expected) throw otherHost(host ?? '', expected);
  return github.createGithubChangeSource({
    client: github.createGithubClient({ auth: environment.GITHUB_TOKEN ?? null, apiUrl, fetch }),
    host: expected,
    repository: { owner: request.owner, name: request.repo },
    pullRequest: request.number,
    expectedHeadSha: null,
    clock: systemClock,
    log: silentLog,
  });
}

/** The token is meant for one host, so another one is never asked. */
function otherHost(host: string, expected: string): PlumblineError {
  return new PlumblineError(
    'usage',
    { problem: `the pull request is on ${host}, but ${expected} is configured` },
    { help: host === PUBLIC_HOST ? 'unset GHE_HOST to ask github.com' : `set GHE_HOST=${host} to ask that server` },
  );
}
