import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FileContent, Files } from './github-world/git-import.js';

export type GitRepository = {
  /** Top of the work tree, or the bare repository itself. */
  readonly directory: string;
  /** A folder of its own for everything else: other clones, the person's home. Removed with the repository. */
  readonly outside: string;
  /** Environment with a home and a git configuration of its own. */
  readonly environment: Readonly<Record<string, string>>;
  git(...args: readonly string[]): string;
  /** Git in another folder, with the same environment. */
  gitIn(directory: string, ...args: readonly string[]): string;
  /** Write into the work tree; null removes. Submodules are set in the index. */
  write(files: Files): void;
  /** Write, stage everything and commit; answers the commit. */
  commit(files: Files, message?: string): string;
  /** Digest of every byte under the git folder, file names included. */
  digestGitFolder(): string;
  remove(): void;
};

/** A real repository in a temporary folder, untouched by the configuration of whoever runs the tests. */
export function createGitRepository(options: { readonly format?: 'sha1' | 'sha256' } = {}): GitRepository {
  const outside = realpathSync(mkdtempSync(join(tmpdir(), 'plumbline-git-')));
  const directory = join(outside, 'shop');
  const environment = {
    PATH: process.env.PATH ?? '',
    HOME: outside,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CEILING_DIRECTORIES: dirname(outside),
  };
  const gitIn = (where: string, ...args: readonly string[]) =>
    execFileSync('git', [...args], { cwd: where, env: { ...environment, ...WHO }, encoding: 'utf8', stdio: 'pipe' });
  const git = (...args: readonly string[]) => gitIn(directory, ...args).trimEnd();
  initialize(join(directory, '.git'), options.format ?? 'sha1');
  const write = (files: Files) => {
    for (const [path, content] of Object.entries(files)) writeFile(directory, path, content, git);
  };
  return {
    directory,
    outside,
    environment,
    git,
    gitIn,
    write,
    commit(files, message = 'Change') {
      write(files);
      const submodules = Object.entries(files).filter(([, content]) => isSubmodule(content));
      git('add', '--all', '--', '.', ...submodules.map(([path]) => `:(exclude,literal)${path}`));
      git('commit', '--quiet', '--allow-empty', '--message', message);
      return git('rev-parse', 'HEAD');
    },
    digestGitFolder: () => digestFolder(join(directory, '.git')),
    remove: () => rmSync(outside, { recursive: true, force: true }),
  };
}

const WHO = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.test',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.test',
};

/** What `git init` writes, without starting it for every test. */
function initialize(gitFolder: string, format: 'sha1' | 'sha256'): void {
  for (const folder of ['objects', 'refs/heads', 'hooks', 'info']) {
    mkdirSync(join(gitFolder, folder), { recursive: true });
  }
  writeFileSync(join(gitFolder, 'HEAD'), 'ref: refs/heads/main\n');
  const extension = format === 'sha256' ? '[extensions]\n\tobjectformat = sha256\n' : '';
  const version = format === 'sha256' ? 1 : 0;
  const core = `[gc]\n\tauto = 0\n[core]\n\trepositoryformatversion = ${version}\n\tbare = false\n\tfilemode = true\n`;
  writeFileSync(join(gitFolder, 'config'), core + extension);
}

function isSubmodule(content: FileContent): content is { readonly submodule: string } {
  return content !== null && typeof content === 'object' && 'submodule' in content;
}

function writeFile(
  directory: string,
  path: string,
  content: FileContent,
  git: (...args: readonly string[]) => string,
): void {
  const place = join(directory, path);
  if (isSubmodule(content)) {
    if (statSync(place, { throwIfNoEntry: false })?.isFile()) rmSync(place);
    mkdirSync(place, { recursive: true });
    git('update-index', '--add', '--cacheinfo', `160000,${content.submodule},${path}`);
    return;
  }
  rmSync(place, { recursive: true, force: true });
  if (content === null) return;
  mkdirSync(dirname(place), { recursive: true });
  if (typeof content === 'string' || Buffer.isBuffer(content)) writeFileSync(place, content);
  else if ('link' in content) symlinkSync(content.link, place);
  else {
    writeFileSync(place, content.content);
    chmodSync(place, content.mode === '100755' ? 0o755 : 0o644);
  }
}

function digestFolder(folder: string): string {
  const hash = createHash('sha256');
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const name of names) hash.update(name).update(readFileSync(name));
  return hash.digest('hex');
}
