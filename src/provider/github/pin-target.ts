import { type Clock, clip, HEAD_WAIT_MS, type PinnedTarget } from '../../review/index.js';
import type { MergeBases } from './merge-bases.js';
import type { PullRequestDetail, PullRequestDetails } from './pull-request-details.js';

/** A reviewer needs the gist of a title and a description; a longer one only crowds out the change. */
const MAX_AUTHOR_TITLE_CHARS = 300;
const MAX_AUTHOR_BODY_CHARS = 8_000;
/** A detail read this short a while ago (by the handler that started the run) is not read again. */
const FRESH_DETAIL_MS = 2_000;

export type PinParts = {
  readonly details: PullRequestDetails;
  readonly mergeBases: MergeBases;
  readonly pullRequest: number;
  readonly expectedHeadSha: string | null;
  readonly clock: Clock;
};

/**
 * Pin head, base ref and merge base of a pull request. A head other than the one the delivery spoke of is waited for and
 * read again first, because right after a push GitHub may still show the old one; afterwards what is there is taken.
 */
export async function pinTarget(parts: PinParts, signal: AbortSignal): Promise<PinnedTarget> {
  const detail = await readExpectedDetail(parts, signal);
  const mergeBaseSha = await parts.mergeBases.read(detail, detail.headSha, signal);
  return {
    source: 'pull_request',
    repository: detail.repository,
    label: `#${detail.number}`,
    baseRef: detail.baseRef,
    baseSha: detail.baseSha,
    headSha: detail.headSha,
    mergeBaseSha,
    authorText: {
      title: clip(detail.title, MAX_AUTHOR_TITLE_CHARS),
      body: clip(detail.body, MAX_AUTHOR_BODY_CHARS),
    },
    snapshot: null,
  };
}

async function readExpectedDetail(parts: PinParts, signal: AbortSignal): Promise<PullRequestDetail> {
  const { details, pullRequest, expectedHeadSha } = parts;
  let detail = await details.read(pullRequest, signal, FRESH_DETAIL_MS);
  for (const waitMs of HEAD_WAIT_MS) {
    if (expectedHeadSha === null || detail.headSha === expectedHeadSha || !detail.isOpen) return detail;
    await parts.clock.sleep(waitMs, signal);
    detail = await details.read(pullRequest, signal);
  }
  return detail;
}
