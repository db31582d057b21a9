import { MAX_SETTINGS_BYTES, PlumblineError } from '../../review/index.js';
import type { PullRequestDetails } from './pull-request-details.js';
import { type Content, readContent } from './read-content.js';
import { bodyOf, createReader, type GithubAccess, type ReadFromGithub } from './read-from-github.js';
import { branchAnswer, repositoryAnswer } from './vendor-answers.js';

const SETTINGS_PATH = '.github/plumbline.yml';
const REPOSITORY_ROUTE = 'GET /repos/{owner}/{repo}';

/**
 * Read the repository's settings at the base ref when only trusted people can write there (it is the default branch, or
 * protected), else at the default branch. Null when there is no file; `configuration_invalid` when it is too large or
 * no text file.
 */
export async function readSettingsFile(
  parts: { readonly readFromGithub: ReadFromGithub; readonly details: Pick<PullRequestDetails, 'knownDefaultBranch'> },
  baseRef: string,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly ref: string } | null> {
  const { readFromGithub, details } = parts;
  const defaultBranch = details.knownDefaultBranch() ?? (await readDefaultBranch(readFromGithub, signal));
  const isTrusted = baseRef === defaultBranch || (await isProtected(readFromGithub, baseRef, signal));
  const ref = isTrusted ? baseRef : defaultBranch;
  const content = await readContent(readFromGithub, { path: SETTINGS_PATH, ref, maxBytes: MAX_SETTINGS_BYTES }, signal);
  if (content.kind === 'absent') return null;
  return { text: textOf(content, ref), ref };
}

/**
 * Read the text of the settings that hold for pull requests into `baseRef`, by the rule of `readSettings` of the
 * repository host; without a base ref the default branch decides. Null when there is no file. Rejects with a
 * `PlumblineError` (`configuration_invalid` when it is too large or no text file) or the signal's reason.
 */
export async function readPullRequestSettings(
  access: GithubAccess,
  baseRef: string | null,
  signal: AbortSignal,
): Promise<string | null> {
  const readFromGithub = createReader(access);
  const defaultBranch = await readDefaultBranch(readFromGithub, signal);
  const parts = { readFromGithub, details: { knownDefaultBranch: () => defaultBranch } };
  return (await readSettingsFile(parts, baseRef ?? defaultBranch, signal))?.text ?? null;
}

async function readDefaultBranch(readFromGithub: ReadFromGithub, signal: AbortSignal): Promise<string> {
  const answer = await readFromGithub({ route: REPOSITORY_ROUTE, schema: repositoryAnswer }, signal);
  const branch = bodyOf(answer, REPOSITORY_ROUTE).default_branch;
  if (branch == null)
    throw new PlumblineError('provider_failed', { request: REPOSITORY_ROUTE, status: 'no default branch' });
  return branch;
}

/** A branch that is gone is not protected. */
async function isProtected(readFromGithub: ReadFromGithub, branch: string, signal: AbortSignal): Promise<boolean> {
  const answer = await readFromGithub(
    { route: 'GET /repos/{owner}/{repo}/branches/{branch}', parameters: { branch }, schema: branchAnswer },
    signal,
  );
  return answer.kind === 'found' && answer.body.protected === true;
}

function textOf(content: Exclude<Content, { kind: 'absent' }>, ref: string): string {
  if (content.kind === 'text') return content.text;
  const problem =
    content.kind === 'oversized'
      ? `${SETTINGS_PATH} on ${ref} has ${content.sizeBytes} bytes; at most ${MAX_SETTINGS_BYTES} are read`
      : `${SETTINGS_PATH} on ${ref} is no text file`;
  throw new PlumblineError('configuration_invalid', { problem });
}
