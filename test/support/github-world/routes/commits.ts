import { type Answer, json, notFound, type RepositoryContext, type Route, refuse } from '../answer.js';
import { linkHeader, paged, pageOf, readPaging } from '../paging.js';
import { toCommit } from '../shapes/commit.js';
import { toDiffEntries } from '../shapes/diff-entry.js';
import { toSimplePull } from '../shapes/pull.js';
import { repositoryUrl, webRepositoryUrl } from '../shapes/repository.js';
import type { PullState } from '../state.js';
import { commitAt, withinRepository } from './within-repository.js';

/** Object name of git's empty tree: what a root commit is compared with. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

export const commitRoutes: readonly Route[] = [
  {
    method: 'GET',
    pattern: '/repos/{owner}/{repo}/compare/{basehead*}',
    needs: [['contents', 'read']],
    handle: withinRepository(compare),
  },
  {
    method: 'GET',
    pattern: '/repos/{owner}/{repo}/commits/{ref}/pulls',
    needs: [['pull_requests', 'read']],
    handle: withinRepository(listPullsOf),
  },
  {
    method: 'GET',
    pattern: '/repos/{owner}/{repo}/commits/{ref}',
    needs: [['contents', 'read']],
    handle: withinRepository(readCommit),
  },
];

async function readCommit(context: RepositoryContext): Promise<Answer> {
  const { repository, params } = context;
  const sha = await repository.git.resolve(params.ref ?? '');
  if (sha === null) return refuse(422, `No commit found for SHA: ${params.ref}`);
  const commit = await repository.git.readCommit(sha);
  const parent = commit.parents[0] ?? EMPTY_TREE;
  const diffs = await repository.git.diff(parent, sha);
  const additions = diffs.reduce((sum, diff) => sum + diff.additions, 0);
  const deletions = diffs.reduce((sum, diff) => sum + diff.deletions, 0);
  const paging = readPaging(context.query, 300, 300);
  const files = toDiffEntries(context, repository, diffs, { base: parent, head: sha });
  return json(
    {
      ...toCommit(context, repository, commit),
      stats: { additions, deletions, total: additions + deletions },
      files: pageOf(files, paging),
    },
    200,
    linkHeader(context, files.length, paging),
  );
}

/** Pull requests that contain the commit anywhere, open or merged, newest first. */
async function listPullsOf(context: RepositoryContext): Promise<Answer> {
  const commit = await commitAt(context, context.params.ref ?? '');
  const candidates = [...context.repository.pulls.values()]
    .filter((pull) => pull.state === 'open' || pull.mergedAt !== null)
    .sort((left, right) => right.number - left.number);
  const contains = await Promise.all(candidates.map((pull) => containsCommit(context, pull, commit.sha)));
  const containing = candidates.filter((_, index) => contains[index]);
  return paged(context, containing, (pull) => toSimplePull(context, context.repository, pull));
}

async function containsCommit(context: RepositoryContext, pull: PullState, sha: string): Promise<boolean> {
  const commits = await context.repository.git.log(pull.baseSha, pull.headSha);
  return pull.headSha === sha || commits.some((commit) => commit.sha === sha);
}

async function compare(context: RepositoryContext): Promise<Answer> {
  const { repository, params } = context;
  const [baseName, headName, rest] = (params.basehead ?? '').split('...');
  if (baseName === undefined || headName === undefined || rest !== undefined) return notFound();
  const base = await commitAt(context, withoutOwner(context, baseName));
  const head = await commitAt(context, withoutOwner(context, headName));
  const mergeBase = await repository.git.mergeBase(base.sha, head.sha);
  if (mergeBase === null) return refuse(404, `No common ancestor between ${baseName} and ${headName}.`);
  const [ahead, behind] = await Promise.all([
    repository.git.log(base.sha, head.sha),
    repository.git.log(head.sha, base.sha),
  ]);
  const paging = readPaging(context.query, 250, 250);
  const link = `${webRepositoryUrl(context, repository)}/compare/${baseName}...${headName}`;
  return json(
    {
      url: `${repositoryUrl(context, repository)}/compare/${baseName}...${headName}`,
      html_url: link,
      permalink_url: link,
      diff_url: `${link}.diff`,
      patch_url: `${link}.patch`,
      base_commit: toCommit(context, repository, base),
      merge_base_commit: toCommit(context, repository, await repository.git.readCommit(mergeBase)),
      status: statusOf(ahead.length, behind.length),
      ahead_by: ahead.length,
      behind_by: behind.length,
      total_commits: ahead.length,
      commits: pageOf(ahead, paging).map((commit) => toCommit(context, repository, commit)),
      ...(paging.page === 1 ? { files: await comparedFiles(context, mergeBase, head.sha) } : {}),
    },
    200,
    linkHeader(context, ahead.length, paging),
  );
}

async function comparedFiles(context: RepositoryContext, base: string, head: string) {
  const diffs = await context.repository.git.diff(base, head);
  return toDiffEntries(context, context.repository, diffs.slice(0, context.state.limits.compareFiles), { base, head });
}

function statusOf(ahead: number, behind: number): string {
  if (ahead === 0 && behind === 0) return 'identical';
  if (ahead === 0) return 'behind';
  return behind === 0 ? 'ahead' : 'diverged';
}

/** `octo:main` is `main` when octo owns this repository; other owners name the branches of their forks. */
function withoutOwner(context: RepositoryContext, name: string): string {
  const own = `${context.repository.owner.toLowerCase()}:`;
  return name.toLowerCase().startsWith(own) ? name.slice(own.length) : name;
}
