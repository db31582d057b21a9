import { type Answer, integerOf, json, notFound, type RepositoryContext, type Route, refuse } from '../answer.js';
import { linkHeader, paged, pageOf, readPaging } from '../paging.js';
import { changesOf, type PullChanges, sizeOf } from '../pull-changes.js';
import { toDiffEntries } from '../shapes/diff-entry.js';
import { toPullDetail, toSimplePull } from '../shapes/pull.js';
import type { PullState } from '../state.js';
import { withinRepository } from './within-repository.js';

const NEEDS = [['pull_requests', 'read']] as const;

export const pullRoutes: readonly Route[] = [
  { method: 'GET', pattern: '/repos/{owner}/{repo}/pulls', needs: NEEDS, handle: withinRepository(listPulls) },
  { method: 'GET', pattern: '/repos/{owner}/{repo}/pulls/{number}', needs: NEEDS, handle: withinRepository(readPull) },
  {
    method: 'GET',
    pattern: '/repos/{owner}/{repo}/pulls/{number}/files',
    needs: NEEDS,
    handle: withinRepository(listFiles),
  },
];

function listPulls(context: RepositoryContext): Answer {
  const state = context.query.get('state') ?? 'open';
  const head = context.query.get('head');
  const base = context.query.get('base');
  const wanted = [...context.repository.pulls.values()]
    .filter((pull) => state === 'all' || pull.state === state)
    .filter((pull) => head === null || `${pull.headOwner}:${pull.headRef}` === head)
    .filter((pull) => base === null || pull.baseRef === base)
    .sort((left, right) => right.number - left.number);
  return paged(context, wanted, (pull) => toSimplePull(context, context.repository, pull));
}

async function readPull(context: RepositoryContext): Promise<Answer> {
  const pull = findPull(context);
  const isLate = pull.lag.details > 0;
  if (isLate) pull.lag.details -= 1;
  const headSha = isLate ? pull.lag.oldHeadSha : pull.headSha;
  const view = await changesOf(context.repository, pull, headSha);
  if (/\.(diff|patch)\b/.test(context.accept)) return rawDiff(view);
  return json(toPullDetail(context, context.repository, pull, sizeOf(view), headSha), 200, {
    'x-world-revision': String(pull.revision),
  });
}

async function listFiles(context: RepositoryContext): Promise<Answer> {
  const pull = findPull(context);
  const isLate = pull.lag.files > 0;
  if (isLate) pull.lag.files -= 1;
  const headSha = isLate ? pull.lag.oldHeadSha : pull.headSha;
  const { base, diffs } = await changesOf(context.repository, pull, headSha);
  const all = toDiffEntries(context, context.repository, diffs, { base, head: headSha });
  const files = (pull.rewriteFiles?.(all) ?? all).slice(0, context.state.limits.pullFiles);
  const paging = readPaging(context.query);
  return json(pageOf(files, paging), 200, {
    ...linkHeader(context, files.length, paging),
    'x-world-revision': String(pull.revision),
  });
}

function findPull(context: RepositoryContext): PullState {
  return context.repository.pulls.get(integerOf(context.params.number)) ?? notFound();
}

function rawDiff(view: PullChanges): Answer {
  if (view.diffs.length > 300) {
    return refuse(
      406,
      "Sorry, the diff exceeded the maximum number of files (300). Consider using 'List pull requests files' API or locally cloning the repository instead.",
    );
  }
  const lines = view.diffs.reduce((sum, diff) => sum + (diff.patch ?? '').split('\n').length, 0);
  if (lines > 20_000) return refuse(406, 'Sorry, the diff exceeded the maximum number of lines (20000)');
  const text = view.diffs
    .map((diff) => `diff --git a/${diff.previousPath ?? diff.path} b/${diff.path}\n${diff.patch ?? ''}\n`)
    .join('');
  return {
    status: 200,
    body: Buffer.from(text),
    headers: { 'content-type': 'application/vnd.github.diff; charset=utf-8' },
  };
}
