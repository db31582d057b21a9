import { z } from 'zod';

/** What is read of GitHub's answers, and no more: a new field never breaks us, a missing one only where nothing can be done without it. */

const commitId = z.string().regex(/^[0-9a-f]{40,64}$/);
const user = z.object({ login: z.string(), type: z.string().nullish() }).nullish();
const repository = z.object({
  id: z.number(),
  full_name: z.string(),
  default_branch: z.string().nullish(),
});

export const pullRequestAnswer = z.object({
  number: z.number(),
  state: z.string(),
  draft: z.boolean().nullish(),
  title: z.string().nullish(),
  body: z.string().nullish(),
  html_url: z.string().nullish(),
  user,
  changed_files: z.number().nullish(),
  labels: z.array(z.object({ name: z.string().nullish() })).nullish(),
  head: z.object({ sha: commitId, ref: z.string() }),
  base: z.object({ sha: commitId, ref: z.string(), repo: repository }),
});
export type PullRequestAnswer = z.infer<typeof pullRequestAnswer>;

/** An entry of a listing of pull requests; what is not needed to find one is left out. */
export const pullRequestListAnswer = z.array(
  z.object({
    number: z.number(),
    state: z.string(),
    head: z.object({ sha: z.string() }),
    base: z.object({ repo: z.object({ id: z.number() }).nullish() }),
  }),
);

export const compareAnswer = z.object({ merge_base_commit: z.object({ sha: commitId }) });

export const fileEntry = z.object({
  filename: z.string(),
  previous_filename: z.string().nullish(),
  status: z.string(),
  sha: z.string().nullish(),
  additions: z.number().nullish(),
  deletions: z.number().nullish(),
  patch: z.string().nullish(),
  contents_url: z.string().nullish(),
});
export type FileEntry = z.infer<typeof fileEntry>;
export const filePageAnswer = z.array(fileEntry);

export const treeAnswer = z.object({
  truncated: z.boolean().nullish(),
  tree: z.array(
    z.object({
      path: z.string(),
      mode: z.string(),
      type: z.string(),
      sha: z.string(),
      size: z.number().nullish(),
    }),
  ),
});
export type TreeEntry = z.infer<typeof treeAnswer>['tree'][number];

const contentFile = z.object({
  type: z.string(),
  sha: z.string().nullish(),
  size: z.number().nullish(),
  encoding: z.string().nullish(),
  content: z.string().nullish(),
});
const NO_FILE = { type: 'dir', sha: null, size: null, encoding: null, content: null } as const;
/** A folder is answered with a list. */
export const contentAnswer = z.union([contentFile, z.array(z.unknown()).transform(() => NO_FILE)]);
export type ContentAnswer = z.infer<typeof contentAnswer>;

export const permissionAnswer = z.object({ permission: z.string().nullish(), role_name: z.string().nullish() });
export const branchAnswer = z.object({ protected: z.boolean().nullish() });
export const repositoryAnswer = repository;

export const checkRunsAnswer = z.object({
  check_runs: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      status: z.string(),
      conclusion: z.string().nullish(),
      external_id: z.string().nullish(),
      output: z.object({ title: z.string().nullish() }).nullish(),
      app: z.object({ id: z.number() }).nullish(),
    }),
  ),
});

const blobAnswer = z.object({
  oid: z.string().nullish(),
  byteSize: z.number().nullish(),
  isBinary: z.boolean().nullish(),
  isTruncated: z.boolean().nullish(),
  text: z.string().nullish(),
});
const treeEntryAnswer = z.object({ mode: z.number(), type: z.string(), object: blobAnswer.nullish() });
export type TreeEntryAnswer = z.infer<typeof treeEntryAnswer>;

/** Answer to a query for files of commits: aliases of commits, in each aliases of files. Errors come beside what there is. */
export const filesAnswer = z.object({
  data: z
    .object({ repository: z.record(z.string(), z.record(z.string(), treeEntryAnswer.nullable()).nullable()).nullish() })
    .nullish(),
  errors: z
    .array(z.object({ type: z.string().nullish(), path: z.array(z.union([z.string(), z.number()])).nullish() }))
    .nullish(),
});
export type FilesAnswer = z.infer<typeof filesAnswer>;
