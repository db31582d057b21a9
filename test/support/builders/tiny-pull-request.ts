import { type ScriptedAnswer, type ScriptedRequest, scriptedClient, sha } from './scripted-github.js';

export type TinyFile = {
  filename: string;
  status: string;
  previous_filename?: string;
  sha?: string | null;
  additions?: number;
  deletions?: number;
  patch?: string;
  contents_url?: string;
};

/** The little that a change source sees of a pull request. Tests set what they are about. */
export type TinyPullRequest = {
  head: string;
  baseRef: string;
  baseSha: string;
  mergeBase: string;
  state: string;
  user: { login: string; type?: string } | null;
  title: string;
  body: string | null;
  files: TinyFile[];
  changedFiles: number | null;
  /** Entries of the tree of the merge base. */
  tree: { path: string; mode?: string; type?: string; sha: string; size?: number }[];
  isTreeCut: boolean;
  /** Key `ref:path`. */
  contents: Map<string, { sha: string; bytes: Buffer; type?: string; size?: number }>;
};

export function aTinyPullRequest(overrides: Partial<TinyPullRequest> = {}): TinyPullRequest {
  const files = overrides.files ?? [aTinyFile({ filename: 'src/a.ts' })];
  return {
    head: sha('a'),
    baseRef: 'main',
    baseSha: sha('b'),
    mergeBase: sha('c'),
    state: 'open',
    user: { login: 'ada', type: 'User' },
    title: 'Add a thing',
    body: null,
    files,
    changedFiles: files.length,
    tree: [],
    isTreeCut: false,
    contents: new Map(),
    ...overrides,
  };
}

export function aTinyFile(overrides: Partial<TinyFile> = {}): TinyFile {
  return {
    filename: 'src/a.ts',
    status: 'modified',
    sha: sha('1'),
    additions: 1,
    deletions: 1,
    patch: PATCH,
    ...overrides,
  };
}

const PATCH = '@@ -1 +1 @@\n-old\n+new';

/** As many ordinary files as asked for. */
export function tinyFiles(count: number): TinyFile[] {
  return Array.from({ length: count }, (_, index) => aTinyFile({ filename: `src/file-${index}.ts` }));
}

/** Serve a pull request the way GitHub does, ETags included. `before` may change it ahead of the n-th request (0-based). */
export function serveTinyPullRequest(pull: TinyPullRequest, before: (index: number) => void = () => {}) {
  return scriptedClient((request, index) => {
    before(index);
    const answer = answerTo(pull, request);
    const etag = `"${JSON.stringify(answer.data ?? null).length}-${pull.head}-${pull.baseRef}-${pull.baseSha}-${pull.mergeBase}"`;
    const headers = (request.parameters.headers ?? {}) as Record<string, unknown>;
    if (headers['if-none-match'] === etag) return { status: 304 };
    return { ...answer, headers: { etag } };
  });
}

function answerTo(pull: TinyPullRequest, { route, parameters }: ScriptedRequest): ScriptedAnswer {
  switch (route) {
    case 'GET /repos/{owner}/{repo}/pulls/{pull_number}':
      return { data: detailOf(pull) };
    case 'GET /repos/{owner}/{repo}/compare/{basehead}':
      return { data: { merge_base_commit: { sha: pull.mergeBase } } };
    case 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files': {
      const start = (Number(parameters.page) - 1) * Number(parameters.per_page);
      return {
        data: pull.files.slice(start, start + Number(parameters.per_page)).map((file) => withLinks(pull, file)),
      };
    }
    case 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}':
      return {
        data: {
          truncated: pull.isTreeCut,
          tree: pull.tree.map((entry) => ({ mode: '100644', type: 'blob', ...entry })),
        },
      };
    case 'GET /repos/{owner}/{repo}/contents/{path}':
      return contentOf(pull, `${parameters.ref}:${parameters.path}`);
    default:
      return { status: 404 };
  }
}

function detailOf(pull: TinyPullRequest) {
  return {
    number: 7,
    state: pull.state,
    draft: false,
    title: pull.title,
    body: pull.body,
    html_url: 'https://github.example/acme/widgets/pull/7',
    user: pull.user,
    changed_files: pull.changedFiles,
    labels: [{ name: 'bug' }],
    head: { sha: pull.head, ref: 'topic' },
    base: {
      sha: pull.baseSha,
      ref: pull.baseRef,
      repo: { id: 42, full_name: 'acme/widgets', default_branch: 'main' },
    },
  };
}

function withLinks(pull: TinyPullRequest, file: TinyFile) {
  const ref = file.status === 'removed' ? pull.baseSha : pull.head;
  return {
    contents_url: `https://api.github.example/repos/acme/widgets/contents/${encodeURIComponent(file.filename)}?ref=${ref}`,
    ...file,
  };
}

function contentOf(pull: TinyPullRequest, key: string): ScriptedAnswer {
  const found = pull.contents.get(key);
  if (found === undefined) return { status: 404 };
  const { bytes } = found;
  return {
    data: {
      type: found.type ?? 'file',
      sha: found.sha,
      size: found.size ?? bytes.byteLength,
      encoding: 'base64',
      content: bytes.toString('base64'),
    },
  };
}
