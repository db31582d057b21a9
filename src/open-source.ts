import type { Environment } from './environment.js';
import { explainGithubError } from './explain-github-error.js';
import type { ReviewArguments } from './handlers/index.js';
import { type ChangeSource, MAX_SETTINGS_BYTES, type PinnedTarget, PlumblineError } from './review/index.js';
import { silentLog } from './silent-log.js';
import { systemClock } from './system-clock.js';

export type OpenedSource = {
  readonly source: ChangeSource;
  /** The settings file that is obeyed; null when there is none. */
  readonly settingsText: (target: PinnedTarget, signal: AbortSignal) => Promise<string | null>;
};

type World = {
  readonly environment: Environment;
  readonly fetch: typeof fetch;
  readonly variables: Readonly<Record<string, string | undefined>>;
};

const SETTINGS_PATH = '.github/plumbline.yml';
const PUBLIC_HOST = 'github.com';
const PUBLIC_API = 'https://api.github.com';

/**
 * Open what the command is asked to review; only the provider that is asked is loaded. The settings come from the base
 * revision, as everywhere. Settings that exist and cannot be read reject with a `PlumblineError`: nobody's rules are
 * replaced by the defaults unnoticed.
 */
export async function openSource(chosen: ReviewArguments, world: World): Promise<OpenedSource> {
  const { directory, host, request } = chosen;
  if (request.kind === 'pull_request') return openPullRequest(request, host, world);
  const { createGitChangeSource } = await import('./provider/git/index.js');
  const source = createGitChangeSource({ directory: directory ?? '.', request, environment: world.variables });
  return { source, settingsText: (target, signal) => readLocalSettings(source, target, signal) };
}

/** Read without a bound of its own, because a source is silent about files above the bound it is given. */
export async function readLocalSettings(
  source: Pick<ChangeSource, 'readBaseFiles'>,
  target: PinnedTarget,
  signal: AbortSignal,
): Promise<string | null> {
  const base = await source.readBaseFiles(target, [SETTINGS_PATH], Number.MAX_SAFE_INTEGER, signal);
  const text = base.files.get(SETTINGS_PATH);
  if (text === undefined && base.isPartial) {
    throw new PlumblineError('git_failed', {
      command: 'cat-file',
      reason: `${SETTINGS_PATH} of the base revision could not be read`,
    });
  }
  const sizeBytes = Buffer.byteLength(text ?? '');
  if (sizeBytes <= MAX_SETTINGS_BYTES) return text ?? null;
  const problem = `${SETTINGS_PATH} of the base revision has ${sizeBytes} bytes; at most ${MAX_SETTINGS_BYTES} are read`;
  throw new PlumblineError('configuration_invalid', { problem });
}

/** The settings are read by the App's own rule: a base branch that anybody may write to does not decide. */
async function openPullRequest(
  request: Extract<ReviewArguments['request'], { kind: 'pull_request' }>,
  host: string | null,
  { environment, fetch }: World,
): Promise<OpenedSource> {
  const github = await import('./provider/github/index.js');
  const apiUrl = github.githubApiUrl(environment);
  const expected = apiUrl === null ? PUBLIC_HOST : new URL(apiUrl).host;
  if (host !== expected) throw otherHost(host ?? '', expected);
  const access = {
    client: github.createGithubClient({ auth: environment.GITHUB_TOKEN ?? null, apiUrl, fetch }),
    repository: { owner: request.owner, name: request.repo },
    clock: systemClock,
    log: silentLog,
  };
  const { number: pullRequest } = request;
  const source = github.createGithubChangeSource({ ...access, host: expected, pullRequest, expectedHeadSha: null });
  const asked = { ...request, apiUrl: apiUrl ?? PUBLIC_API, hasToken: environment.GITHUB_TOKEN !== undefined };
  const pin: ChangeSource['pin'] = (signal) =>
    source.pin(signal).catch((error: unknown) => {
      throw explainGithubError(error, asked);
    });
  return {
    source: { ...source, pin },
    settingsText: ({ baseRef }, signal) => github.readPullRequestSettings(access, baseRef, signal),
  };
}

/** The token is meant for one host, so another one is never asked. */
function otherHost(host: string, expected: string): PlumblineError {
  return new PlumblineError(
    'usage',
    { problem: `the pull request is on ${host}, but ${expected} is configured` },
    { help: host === PUBLIC_HOST ? 'unset GHE_HOST to ask github.com' : `set GHE_HOST=${host} to ask that server` },
  );
}
