import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { git, runGit } from './git-command.js';
import { diffCommits, type FileDiff } from './git-diff.js';
import { type Files, toImportStream } from './git-import.js';
import { type CommitInfo, LOG_FORMAT, parseLog, parseTree, type TreeEntry } from './git-parse.js';

export type CommitOptions = {
  readonly message?: string;
  /** Where a new branch starts, or a rewritten one starts again: a branch or a commit. */
  readonly from?: string;
  /** All parents at once: `[]` for a root commit, two for a merge. */
  readonly parents?: readonly string[];
  readonly author?: string;
};

const FIRST_COMMIT_EPOCH_SECONDS = 1_750_000_000;

/** A bare git repository. Branch `ada:topic` is the branch `topic` of ada's fork; forks share the object store, as on GitHub. */
export class GitStore {
  private readonly branches = new Map<string, string>();
  private readonly known = new Map<string, Promise<unknown>>();
  /** Commits that were found once: they stay. */
  private readonly commitIds = new Set<string>();
  private commits = 0;

  constructor(
    readonly gitDir: string,
    public defaultBranch: string,
  ) {
    mkdirSync(join(gitDir, 'objects'), { recursive: true });
    mkdirSync(join(gitDir, 'refs', 'heads'), { recursive: true });
    writeFileSync(join(gitDir, 'HEAD'), `ref: refs/heads/${defaultBranch}\n`);
    writeFileSync(join(gitDir, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n\tfilemode = true\n');
  }

  async commit(branch: string, files: Files, options: CommitOptions = {}): Promise<string> {
    this.commits += 1;
    const stream = toImportStream({
      ref: toRefName(branch),
      parents: await this.parentsFor(branch, options),
      message: options.message ?? `Change ${this.commits}`,
      author: options.author ?? 'Ada',
      epochSeconds: FIRST_COMMIT_EPOCH_SECONDS + this.commits * 60,
      files,
    });
    const sha = (await git(this.gitDir, ['fast-import', '--quiet', '--force'], stream)).toString('utf8').trim();
    this.branches.set(branch, sha);
    return sha;
  }

  /** Merge two branches for real; rejects when they conflict. The result becomes the tip of `into`. */
  async merge(into: string, from: string): Promise<string> {
    const parents = await this.parentsFor(into, { parents: [into, from] });
    const tree = (await git(this.gitDir, ['merge-tree', '--write-tree', ...parents])).toString('utf8').trim();
    const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.test'];
    const links = parents.flatMap((parent) => ['-p', parent]);
    const made = await git(this.gitDir, [...who, 'commit-tree', tree, ...links, '-m', `Merge ${from} into ${into}`]);
    const sha = made.toString('utf8').trim();
    this.setBranch(into, sha);
    return sha;
  }

  branchTip(branch: string): string | undefined {
    return this.branches.get(branch);
  }

  setBranch(branch: string, sha: string): void {
    this.branches.set(branch, sha);
    this.writeRef(toRefName(branch), sha);
  }

  deleteBranch(branch: string): void {
    this.branches.delete(branch);
    rmSync(join(this.gitDir, toRefName(branch)), { force: true });
  }

  writeRef(ref: string, sha: string): void {
    const file = join(this.gitDir, ref);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${sha}\n`);
  }

  /** A branch, a full ref name or a commit id as a 40-hex commit; null when it names none. */
  async resolve(ref: string): Promise<string | null> {
    const name = ref === 'HEAD' ? this.defaultBranch : ref.replace(/^(refs\/)?heads\//, '');
    const tip = this.branches.get(name);
    if (tip !== undefined) return tip;
    const isRevision = /^[0-9a-f]{4,40}$/.test(ref) || ref.startsWith('refs/pull/');
    if (!isRevision) return null;
    if (this.commitIds.has(ref)) return ref;
    const outcome = await runGit(this.gitDir, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
    const sha = outcome.exitCode === 0 ? outcome.stdout.toString('utf8').trim() : null;
    if (sha !== null) this.commitIds.add(sha);
    return sha;
  }

  mergeBase(left: string, right: string): Promise<string | null> {
    return this.once(`merge-base ${left} ${right}`, async () => {
      const outcome = await runGit(this.gitDir, ['merge-base', left, right]);
      return outcome.exitCode === 0 ? outcome.stdout.toString('utf8').trim() : null;
    });
  }

  diff(base: string, head: string): Promise<FileDiff[]> {
    return this.once(`diff ${base} ${head}`, () => diffCommits(this.gitDir, base, head));
  }

  /** Commits of `head` that are not in `base`, oldest first. */
  log(base: string, head: string): Promise<CommitInfo[]> {
    return this.once(`log ${base} ${head}`, async () =>
      parseLog(await git(this.gitDir, ['log', '--reverse', '--topo-order', LOG_FORMAT, '-z', head, `^${base}`])),
    );
  }

  readCommit(sha: string): Promise<CommitInfo> {
    return this.once(`commit ${sha}`, async () => {
      const [commit] = parseLog(await git(this.gitDir, ['log', '-1', LOG_FORMAT, '-z', sha]));
      if (commit === undefined) throw new Error(`no commit ${sha}`);
      return commit;
    });
  }

  listTree(treeish: string, isRecursive: boolean): Promise<TreeEntry[] | null> {
    return this.once(`tree ${treeish} ${isRecursive}`, async () => {
      const flags = isRecursive ? ['-r', '-t'] : [];
      const outcome = await runGit(this.gitDir, ['ls-tree', '-z', '-l', ...flags, treeish]);
      return outcome.exitCode === 0 ? parseTree(outcome.stdout) : null;
    });
  }

  async entryAt(commit: string, path: string): Promise<TreeEntry | null> {
    const entries = await this.once(`entry ${commit} ${path}`, async () =>
      parseTree(
        await git(this.gitDir, ['--literal-pathspecs', 'ls-tree', '-z', '-l', '--full-tree', commit, '--', path]),
      ),
    );
    return entries.find((entry) => entry.path === path) ?? null;
  }

  async typeOf(sha: string): Promise<string | null> {
    const outcome = await runGit(this.gitDir, ['cat-file', '-t', sha]);
    return outcome.exitCode === 0 ? outcome.stdout.toString('utf8').trim() : null;
  }

  readBlob(sha: string): Promise<Buffer> {
    return this.once(`blob ${sha}`, () => git(this.gitDir, ['cat-file', 'blob', sha]));
  }

  private async parentsFor(branch: string, options: CommitOptions): Promise<string[]> {
    const wanted = options.parents ?? (options.from === undefined ? undefined : [options.from]);
    if (wanted === undefined) {
      const tip = this.branches.get(branch) ?? this.branches.get(this.defaultBranch);
      return tip === undefined ? [] : [tip];
    }
    return Promise.all(
      wanted.map(async (ref) => {
        const sha = await this.resolve(ref);
        if (sha === null) throw new Error(`the world has no commit "${ref}"`);
        return sha;
      }),
    );
  }

  /** Objects never change, so every answer about them is computed once. */
  private once<T>(key: string, compute: () => Promise<T>): Promise<T> {
    const known = this.known.get(key) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const answer = compute();
    this.known.set(key, answer);
    return answer;
  }
}

function toRefName(branch: string): string {
  const [owner, name] = branch.includes(':')
    ? [branch.slice(0, branch.indexOf(':')), branch.slice(branch.indexOf(':') + 1)]
    : [null, branch];
  return owner === null ? `refs/heads/${name}` : `refs/forks/${owner}/${name}`;
}
