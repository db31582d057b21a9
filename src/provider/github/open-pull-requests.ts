import type { z } from 'zod';
import type { ReadFromGithub } from './read-from-github.js';
import { pullRequestListAnswer } from './vendor-answers.js';

const PER_PAGE = 100;
/** A repository with more open pull requests than this is searched only among the most recently touched. */
const MAX_LIST_PAGES = 10;

type Listed = z.infer<typeof pullRequestListAnswer>;
type Listing = { readonly route: `GET ${string}`; readonly parameters: Readonly<Record<string, unknown>> };

/** Find the open pull requests into this repository whose head is exactly this commit. */
export async function listOpenPullRequests(
  readFromGithub: ReadFromGithub,
  wanted: { readonly headSha: string; readonly repositoryId: number },
  signal: AbortSignal,
): Promise<readonly number[]> {
  const byCommit = await readAll(readFromGithub, ofCommit(wanted.headSha), signal);
  const found = matching(byCommit, wanted);
  if (found.length > 0) return found;
  // The head of a fork is not always known as a commit of this repository.
  return matching(await readAll(readFromGithub, OPEN_ONES, signal), wanted);
}

function ofCommit(commitSha: string): Listing {
  return { route: 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls', parameters: { commit_sha: commitSha } };
}

const OPEN_ONES: Listing = {
  route: 'GET /repos/{owner}/{repo}/pulls',
  parameters: { state: 'open', sort: 'updated', direction: 'desc' },
};

async function readAll(readFromGithub: ReadFromGithub, listing: Listing, signal: AbortSignal): Promise<Listed> {
  const listed: Listed = [];
  for (let page = 1; page <= MAX_LIST_PAGES; page += 1) {
    const parameters = { ...listing.parameters, per_page: PER_PAGE, page };
    const answer = await readFromGithub({ route: listing.route, parameters, schema: pullRequestListAnswer }, signal);
    if (answer.kind !== 'found') break;
    listed.push(...answer.body);
    if (answer.body.length < PER_PAGE) break;
  }
  return listed;
}

function matching(listed: Listed, wanted: { readonly headSha: string; readonly repositoryId: number }): number[] {
  const numbers = listed
    .filter((entry) => entry.state === 'open' && entry.head.sha === wanted.headSha)
    .filter((entry) => entry.base.repo?.id === wanted.repositoryId)
    .map((entry) => entry.number);
  return [...new Set(numbers)].sort((left, right) => left - right);
}
