import { type Actor, PlumblineError, type PullRequestFacts, type RepositoryIdentity } from '../../review/index.js';
import { bodyOf, type GithubAccess, type ReadFromGithub } from './read-from-github.js';
import { type PullRequestAnswer, pullRequestAnswer } from './vendor-answers.js';

const ROUTE = 'GET /repos/{owner}/{repo}/pulls/{pull_number}';

/** A pull request's own page, as values. */
export type PullRequestDetail = PullRequestFacts & {
  readonly title: string;
  readonly body: string;
  readonly baseSha: string;
  readonly defaultBranch: string | null;
  readonly repository: RepositoryIdentity & { readonly id: number };
  /** Null when GitHub does not say; on a huge pull request 0 is no answer either. */
  readonly changedFiles: number | null;
};

/** Details of a repository's pull requests, shared by everything that looks at them so that nothing is paid for twice. */
export type PullRequestDetails = {
  /** Ask GitHub (for free when nothing changed), unless an answer of at most `maxAgeMs` is at hand. */
  read(number: number, signal: AbortSignal, maxAgeMs?: number): Promise<PullRequestDetail>;
  /** The repository's default branch, when any detail has told it. */
  knownDefaultBranch(): string | null;
};

type Remembered = { readonly detail: PullRequestDetail; readonly etag: string | null; readonly readAtMs: number };

/**
 * `repositoryId` guards against a name that belongs to another repository by now; null trusts the name. `host` is the
 * web host of the identity; left out, it is taken from the pull request's own address.
 */
export function createPullRequestDetails(
  access: GithubAccess,
  readFromGithub: ReadFromGithub,
  expected: { readonly repositoryId: number | null; readonly host: string | undefined },
): PullRequestDetails {
  const remembered = new Map<number, Remembered>();

  async function read(number: number, signal: AbortSignal, maxAgeMs = 0): Promise<PullRequestDetail> {
    const known = remembered.get(number);
    if (known !== undefined && access.clock.now() - known.readAtMs < maxAgeMs) return known.detail;
    const answer = await readFromGithub(
      { route: ROUTE, parameters: { pull_number: number }, schema: pullRequestAnswer, etag: known?.etag ?? null },
      signal,
    );
    const readAtMs = access.clock.now();
    if (answer.kind === 'unchanged' && known !== undefined) {
      remembered.set(number, { ...known, readAtMs });
      return known.detail;
    }
    const detail = toDetail(bodyOf(answer, ROUTE), expected.host);
    assertRepository(detail, expected.repositoryId);
    remembered.set(number, { detail, etag: answer.kind === 'found' ? answer.etag : null, readAtMs });
    return detail;
  }

  function knownDefaultBranch(): string | null {
    return [...remembered.values()].find(({ detail }) => detail.defaultBranch !== null)?.detail.defaultBranch ?? null;
  }

  return { read, knownDefaultBranch };
}

function assertRepository(detail: PullRequestDetail, expectedId: number | null): void {
  if (expectedId === null || detail.repository.id === expectedId) return;
  throw new PlumblineError('provider_denied', {
    request: ROUTE,
    status: `the name now belongs to repository ${detail.repository.id}, not ${expectedId}`,
  });
}

function toDetail(answer: PullRequestAnswer, host: string | undefined): PullRequestDetail {
  const { head, base } = answer;
  return {
    number: answer.number,
    isOpen: answer.state === 'open',
    isDraft: answer.draft ?? false,
    author: toActor(answer.user),
    headSha: head.sha,
    headRef: head.ref,
    baseRef: base.ref,
    labels: (answer.labels ?? []).flatMap((label) => (label.name == null ? [] : [label.name])),
    title: answer.title ?? '',
    body: answer.body ?? '',
    baseSha: base.sha,
    defaultBranch: base.repo.default_branch ?? null,
    repository: { host: host ?? hostOf(answer.html_url), id: base.repo.id, name: base.repo.full_name },
    changedFiles: answer.changed_files ?? null,
  };
}

/** A deleted account is `null`. */
function toActor(user: PullRequestAnswer['user']): Actor {
  if (user == null) return { login: 'ghost', isBot: false };
  return { login: user.login, isBot: user.type === 'Bot' || user.login.endsWith('[bot]') };
}

function hostOf(htmlUrl: string | null | undefined): string {
  return htmlUrl != null && URL.canParse(htmlUrl) ? new URL(htmlUrl).host : 'github.com';
}
