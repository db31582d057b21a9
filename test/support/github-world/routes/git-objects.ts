import { type Answer, json, notFound, type RepositoryContext, type Route, refuse } from '../answer.js';
import { repositoryUrl } from '../shapes/repository.js';
import { nodeId } from '../shapes/site.js';
import { wantsRaw, wrapped } from './contents.js';
import { withinRepository } from './within-repository.js';

const NEEDS = [['contents', 'read']] as const;

export const gitRoutes: readonly Route[] = [
  {
    method: 'GET',
    pattern: '/repos/{owner}/{repo}/git/trees/{sha}',
    needs: NEEDS,
    handle: withinRepository(readTree),
  },
  {
    method: 'GET',
    pattern: '/repos/{owner}/{repo}/git/blobs/{sha}',
    needs: NEEDS,
    handle: withinRepository(readBlob),
  },
];

async function readTree(context: RepositoryContext): Promise<Answer> {
  const { git } = context.repository;
  const name = context.params.sha ?? '';
  const sha = (await git.resolve(name)) ?? (/^[0-9a-f]{40}$/.test(name) ? name : notFound());
  // Any value of `recursive`, even `0` or `false`, asks for a recursive listing.
  const entries = await git.listTree(sha, context.query.has('recursive'));
  if (entries === null) return notFound();
  const root = repositoryUrl(context, context.repository);
  const most = context.state.limits.treeEntries;
  const tree = entries.slice(0, most).map(({ path, mode, type, sha: own, size }) => ({
    path,
    mode,
    type,
    sha: own,
    ...(size === null ? {} : { size }),
    ...(type === 'commit' ? {} : { url: `${root}/git/${type}s/${own}` }),
  }));
  const commit = await git.resolve(name);
  const treeSha = commit === null ? sha : (await git.readCommit(commit)).tree;
  return json({ sha: treeSha, url: `${root}/git/trees/${treeSha}`, tree, truncated: entries.length > most });
}

async function readBlob(context: RepositoryContext): Promise<Answer> {
  const { git } = context.repository;
  const sha = context.params.sha ?? '';
  if (!/^[0-9a-f]{40}$/.test(sha))
    return refuse(422, 'The sha parameter must be exactly 40 characters and contain only [0-9a-f].');
  if ((await git.typeOf(sha)) !== 'blob') return notFound();
  const bytes = await git.readBlob(sha);
  if (bytes.length > context.state.limits.maxContentBytes)
    return refuse(403, 'This API returns blobs up to 100 MB in size.');
  if (wantsRaw(context.accept)) {
    return { status: 200, body: bytes, headers: { 'content-type': 'application/vnd.github.raw+json; charset=utf-8' } };
  }
  return json({
    sha,
    node_id: nodeId('Blob', Number.parseInt(sha.slice(0, 8), 16)),
    size: bytes.length,
    url: `${repositoryUrl(context, context.repository)}/git/blobs/${sha}`,
    content: wrapped(bytes),
    encoding: 'base64',
  });
}
