import { type GithubReply, messageOf } from './ask-github.js';
import { type Check, warn } from './check.js';

/** Something of the App could not be read, though GitHub knows the App. */
export function unread(name: string, reply: GithubReply): Check {
  const reason =
    reply.kind === 'silent' ? reply.reason : `GitHub answered ${reply.status} ${messageOf(reply.data)}`.trim();
  return warn(name, `not known: ${reason}`, 'run `plumbline doctor` again later');
}
