import { type Answer, notFound, type RepositoryContext, type RequestContext } from '../answer.js';
import type { CommitInfo } from '../git-parse.js';
import { findRepository } from '../state.js';

/** Give a handler its repository. One the App is not installed on does not exist for it. */
export function withinRepository(
  handle: (context: RepositoryContext) => Promise<Answer> | Answer,
): (context: RequestContext) => Promise<Answer> | Answer {
  return (context) => {
    const repository = findRepository(context.state, `${context.params.owner}/${context.params.repo}`);
    if (repository === undefined) return notFound();
    if (context.caller.kind === 'installation' && !repository.isInstalled) return notFound();
    return handle({ ...context, repository });
  };
}

/** The commit a ref names, or 404 with GitHub's words. */
export async function commitAt(context: RepositoryContext, ref: string): Promise<CommitInfo> {
  const sha = await context.repository.git.resolve(ref);
  return sha === null ? notFound() : context.repository.git.readCommit(sha);
}
