import { type Answer, json, notFound, Refusal, type RepositoryContext, type Route, refuse } from '../answer.js';
import type { TreeEntry } from '../git-parse.js';
import { repositoryUrl, webRepositoryUrl } from '../shapes/repository.js';
import { encodePath } from '../shapes/site.js';
import { withinRepository } from './within-repository.js';

const NEEDS = [['contents', 'read']] as const;
/** GitHub lists this many entries of a folder, without paging. */
const MAX_FOLDER_ENTRIES = 1_000;

export const contentRoutes: readonly Route[] = [
  { method: 'GET', pattern: '/repos/{owner}/{repo}/contents', needs: NEEDS, handle: withinRepository(readContents) },
  {
    method: 'GET',
    pattern: '/repos/{owner}/{repo}/contents/{path*}',
    needs: NEEDS,
    handle: withinRepository(readContents),
  },
];

/** True for every spelling of the raw media type. */
export function wantsRaw(accept: string): boolean {
  return /application\/vnd\.github\.(v3\.)?raw\b/.test(accept);
}

async function readContents(context: RepositoryContext): Promise<Answer> {
  const { git } = context.repository;
  const ref = context.query.get('ref') ?? context.repository.defaultBranch;
  const commit = await git.resolve(ref);
  if (commit === null) return refuse(404, `No commit found for the ref ${ref}`);
  const path = (context.params.path ?? '').replace(/^\/+|\/+$/g, '');
  if (path === '') return listFolder(context, commit, ref, '');
  const entry = await git.entryAt(commit, path);
  if (entry === null) return notFound();
  if (entry.type === 'tree') return listFolder(context, commit, ref, path);
  if (entry.mode === '120000') return readLink(context, commit, ref, entry);
  if (entry.type === 'commit')
    return json({ ...described(context, ref, entry), submodule_git_url: submoduleUrl(context) });
  return readFile(context, ref, entry);
}

async function readFile(context: RepositoryContext, ref: string, entry: TreeEntry): Promise<Answer> {
  const { limits } = context.state;
  const size = entry.size ?? 0;
  if (size > limits.maxContentBytes) {
    throw new Refusal(403, {
      message:
        'This API returns blobs up to 100 MB in size. The requested blob is too large to fetch via the API, but you can always clone the repository via Git in order to obtain it.',
      errors: [{ resource: 'Blob', field: 'data', code: 'too_large' }],
    });
  }
  const bytes = await context.repository.git.readBlob(entry.sha);
  if (wantsRaw(context.accept)) {
    return { status: 200, body: bytes, headers: { 'content-type': 'application/vnd.github.raw+json; charset=utf-8' } };
  }
  const isInline = size <= limits.inlineContentBytes;
  return json({
    ...described(context, ref, entry),
    content: isInline ? wrapped(bytes) : '',
    encoding: isInline ? 'base64' : 'none',
  });
}

/** A link to a normal file of the repository answers as that file; any other link as itself. */
async function readLink(context: RepositoryContext, commit: string, ref: string, entry: TreeEntry): Promise<Answer> {
  const target = (await context.repository.git.readBlob(entry.sha)).toString('utf8');
  const resolved = new URL(target, `http://tree.invalid/${encodePath(entry.path)}`);
  const path = decodeURIComponent(resolved.pathname).slice(1);
  const found = target.startsWith('/') ? null : await context.repository.git.entryAt(commit, path);
  if (found !== null && found.type === 'blob' && found.mode !== '120000') return readFile(context, ref, found);
  return json({ ...described(context, ref, entry), target });
}

async function listFolder(context: RepositoryContext, commit: string, ref: string, path: string): Promise<Answer> {
  const entries = (await context.repository.git.listTree(`${commit}:${path}`, false)) ?? [];
  return json(
    entries.slice(0, MAX_FOLDER_ENTRIES).map((entry) => {
      const full = { ...entry, path: path === '' ? entry.path : `${path}/${entry.path}` };
      // A listing calls a submodule a file; GitHub keeps this for compatibility.
      return { ...described(context, ref, full), ...(entry.type === 'commit' ? { type: 'file' } : {}) };
    }),
  );
}

function described(context: RepositoryContext, ref: string, entry: TreeEntry) {
  const root = repositoryUrl(context, context.repository);
  const web = webRepositoryUrl(context, context.repository);
  const path = encodePath(entry.path);
  const self = `${root}/contents/${path}?ref=${encodeURIComponent(ref)}`;
  const git = `${root}/git/${entry.type === 'tree' ? 'trees' : 'blobs'}/${entry.sha}`;
  const html = `${web}/blob/${encodeURIComponent(ref)}/${path}`;
  return {
    name: entry.path.slice(entry.path.lastIndexOf('/') + 1),
    path: entry.path,
    sha: entry.sha,
    size: entry.size ?? 0,
    url: self,
    html_url: html,
    git_url: git,
    download_url: entry.type === 'blob' ? `${web}/raw/${encodeURIComponent(ref)}/${path}` : null,
    type: typeOf(entry),
    _links: { self, git, html },
  };
}

function typeOf(entry: TreeEntry): string {
  if (entry.mode === '120000') return 'symlink';
  return { blob: 'file', tree: 'dir', commit: 'submodule' }[entry.type];
}

function submoduleUrl(context: RepositoryContext): string {
  return `${webRepositoryUrl(context, context.repository)}-module.git`;
}

/** Base64 in lines of 60 characters, as GitHub sends it. */
export function wrapped(bytes: Buffer): string {
  return bytes.toString('base64').replace(/.{1,60}/g, '$&\n');
}
