/**
 * GitHub, small enough to run inside a test: a real HTTP server on the loopback over a real git repository per
 * repository. It is strict (it refuses what GitHub refuses, with GitHub's words) and it misbehaves when told to.
 *
 * ```ts
 * const world = await createGithubWorld();                    // world.url is the API root; also answers under /api/v3
 * const shop = await world.createRepository('octo/shop');     // { id?, private?, defaultBranch?, installed? }
 * await shop.commit('main', { 'src/a.ts': 'let a = 1;\n' });
 * await shop.commit('topic', { 'src/a.ts': 'let a = 2;\n' }); // a new branch starts at the default branch
 * const pull = await shop.openPullRequest({ head: 'topic', author: 'ada' });   // 'ada:topic' is a fork's branch
 * world.setPermission('octo/shop', 'ada', 'write');
 * const comment = shop.comment(pull.number, { body: '/review' });
 * await world.deliver(serverUrl, world.delivery('issue_comment', 'created', { repository: 'octo/shop', comment: comment.id }));
 * world.checkRuns('octo/shop', { headSha: pull.headSha });    // state, accumulated annotations, history of states
 * await world.close();
 * ```
 *
 * **Files** are text, a Buffer, `null` (delete), `{ mode, content }`, `{ link: target }` or `{ submodule: commit }`.
 * A commit is one git process however many files it has.
 *
 * **What people do**: `push`, `forcePush`, `merge`, `setTip`, `retarget`, `setState`, `setDraft`, `setLabels`,
 * `refreshBase`, `deleteFork`, `deleteBranch`, `protectBranch`, `openIssue`, `addCheckRun`, `rewriteFiles`. A push moves
 * open pull requests of that branch; `{ lagDetails: 2 }` serves the old head to the next two detail requests,
 * `lagFiles` to file listings. `base.sha` stays what it was when the pull request was opened, until `refreshBase` or
 * `retarget`. `shop.pull(n)` is the state itself, for what no method names.
 *
 * **Who asks**: the App's token (`world.app`: id, PKCS#1 private key, webhookSecret, slug; `world.installationId`),
 * installation tokens (one hour, `world.expireTokens()`, `world.refuseYoungTokens(k)`), or `world.token`, the personal
 * token of `octocat`. `world.setAppPermission('checks', 'read')` takes a right away. `world.forgetUser(login)` makes
 * the permission API answer 404. `setAppEvents`, `setWebhook`, `addDelivery`, `setAcceptedPermissions`, `setInstalled` and
 * `setTokenExpiry` change what the App's own pages and `GET /rate_limit` tell.
 *
 * **GraphQL**: queries for files of a commit, at `/graphql` and (for an own server) `/api/graphql`; they count as reads. What
 * is binary is guessed there, as on GitHub, and the root `.gitattributes` of a head decides what listings show of it.
 *
 * **Misbehaviour**: `world.faults.on({ method?, path?, times = 1, after = 0 }, fault)` with `{ status, body?, headers? }`,
 * `{ reset: true }`, `{ delayMs }`, `{ truncateJson: true }`, `{ hang: true }`, `{ primaryLimit: true }`,
 * `{ secondaryLimit: { retryAfterSeconds } }`, `{ afterDoing: 502 }` (the write happens, the client sees 502),
 * `{ resetAfterDoing: true }`. `world.afterRequest(3, () => shop.push(…))`, or
 * `world.afterRequest({ path: '/files', nth: 2 }, …)`, changes the world before that answer leaves, so the next request
 * sees it. `world.limits` holds GitHub's numbers and may be lowered.
 *
 * **What was asked**: `world.requests`, `countReads(matcher?)`, `countWrites(matcher?)`, `clearRequests()`. Paths are
 * below the API root, percent-encoded as sent.
 *
 * **Deliveries**: `world.delivery(event, action, { repository, number?, comment?, checkRun?, headSha?, changes?, before?,
 * sender?, extra?, deliveryId? })` for `pull_request`, `issue_comment`, `check_run`, `check_suite` (without pull
 * requests, as "Re-run all" sends it), `merge_group`, `installation`, `installation_repositories`, `repository`, `ping`.
 * Posting the same delivery again is a redelivery.
 */
import type { WorldStart } from './create-state.js';
import { GithubWorld } from './world.js';

/** Start a world. Close it in `afterEach`. */
export function createGithubWorld(start: WorldStart = {}): Promise<GithubWorld> {
  return GithubWorld.start(start);
}

export type { Delivery } from './deliveries.js';
export type { Fault, FaultRule, RequestMatcher } from './faults.js';
export type { FileContent, Files } from './git-import.js';
export type { DeliverySubject } from './payloads.js';
export type { RepositoryHandle } from './repository-handle.js';
export type { LoggedRequest } from './request-log.js';
export type { GithubWorld } from './world.js';
