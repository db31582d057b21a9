import { clip, type PinnedTarget } from '../../review/index.js';
import type { Git } from './run-git.js';

/** A reviewer needs the gist of what was meant; a longer text only crowds out the change. */
const MAX_TITLE_CHARS = 300;
const MAX_BODY_CHARS = 4_000;
/** Subjects of a range, newest first, the head's own included. */
const MAX_COMMITS = 50;

/** Read what the author says of the change: the head's message and, in a range, the subjects of the other commits. */
export async function readAuthorText(
  git: Git,
  ends: Pick<PinnedTarget, 'baseSha' | 'headSha' | 'mergeBaseSha' | 'baseRef'>,
  signal: AbortSignal,
): Promise<PinnedTarget['authorText']> {
  const { headSha } = ends;
  if (headSha === null) return null;
  const [title = '', message = ''] = await readMessages(git, ['--max-count=1', '--format=%s%x00%b', headSha], signal);
  const others = ends.baseRef === null ? [] : await readSubjects(git, ends.baseSha, headSha, signal);
  const list = others.length === 0 ? [] : ['Other commits:', ...others.map((subject) => `- ${subject}`)];
  const body = [message.trim(), list.join('\n')].filter((part) => part !== '').join('\n\n');
  return { title: clip(title, MAX_TITLE_CHARS), body: clip(body, MAX_BODY_CHARS) };
}

async function readSubjects(git: Git, base: string | null, head: string, signal: AbortSignal): Promise<string[]> {
  const since = base === null ? [] : [`^${base}`];
  const range = [`--max-count=${MAX_COMMITS}`, '-z', '--format=%s', head, ...since];
  const subjects = await readMessages(git, range, signal);
  return subjects.slice(1).filter((subject) => subject !== '');
}

async function readMessages(git: Git, args: readonly string[], signal: AbortSignal): Promise<string[]> {
  const fixed = ['log', '--encoding=UTF-8', '--no-show-signature', '--no-notes', '--no-patch', '--no-color'];
  const { stdout } = await git.run([...fixed, ...args, '--'], signal);
  return stdout.toString('utf8').split('\0');
}
