import type { PullRequestDetail } from './pull-request-details.js';
import { bodyOf, type ReadFromGithub } from './read-from-github.js';
import { compareAnswer } from './vendor-answers.js';

const ROUTE = 'GET /repos/{owner}/{repo}/compare/{basehead}';

/** Where a head left its base, by GitHub's own comparison. */
export type MergeBases = {
  read(detail: PullRequestDetail, headSha: string, signal: AbortSignal): Promise<string>;
};

export function createMergeBases(readFromGithub: ReadFromGithub): MergeBases {
  const remembered = new Map<string, { readonly sha: string; readonly etag: string | null }>();

  async function read(detail: PullRequestDetail, headSha: string, signal: AbortSignal): Promise<string> {
    const basehead = `${leftSideOf(detail)}...${headSha}`;
    const known = remembered.get(basehead);
    const answer = await readFromGithub(
      // Only the merge base is wanted: one commit a page keeps the answer small.
      { route: ROUTE, parameters: { basehead, per_page: 1 }, schema: compareAnswer, etag: known?.etag ?? null },
      signal,
    );
    if (answer.kind === 'unchanged' && known !== undefined) return known.sha;
    const { sha } = bodyOf(answer, ROUTE).merge_base_commit;
    remembered.set(basehead, { sha, etag: answer.kind === 'found' ? answer.etag : null });
    return sha;
  }

  return { read };
}

/** The branch of a closed pull request may be gone, or hold the merged head already: then the base commit on record is compared. */
export function leftSideOf(detail: PullRequestDetail): string {
  return detail.isOpen ? detail.baseRef : detail.baseSha;
}
