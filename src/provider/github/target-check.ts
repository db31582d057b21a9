import { type Movement, type PinnedTarget, PlumblineError } from '../../review/index.js';
import { leftSideOf, type MergeBases } from './merge-bases.js';
import type { PullRequestDetail, PullRequestDetails } from './pull-request-details.js';

export type CheckedTarget = {
  readonly movement: Exclude<Movement, { kind: 'unreadable' }>;
  readonly detail: PullRequestDetail;
};

/** Second looks at a pinned target. Commits are compared, never ETags. Rejects when GitHub cannot be read. */
export type TargetCheck = {
  /** After something was acquired: the merge base is asked for only when the base commit on record changed. */
  afterAcquisition(target: PinnedTarget, signal: AbortSignal): Promise<CheckedTarget>;
  /** At the end: the base commit on record is not reliable, so the merge base is asked for in any case. */
  atTheEnd(target: PinnedTarget, signal: AbortSignal): Promise<CheckedTarget>;
};

export function createTargetCheck(parts: {
  readonly details: PullRequestDetails;
  readonly mergeBases: MergeBases;
  readonly pullRequest: number;
}): TargetCheck {
  const { details, mergeBases, pullRequest } = parts;
  let confirmedBaseSha: string | null = null;

  async function afterAcquisition(target: PinnedTarget, signal: AbortSignal): Promise<CheckedTarget> {
    const detail = await details.read(pullRequest, signal);
    const movement = movementOfEnds(target, detail);
    if (movement.kind === 'moved' || detail.baseSha === (confirmedBaseSha ?? target.baseSha))
      return { movement, detail };
    const mergeBaseSha = await mergeBases.read(detail, detail.headSha, signal);
    if (mergeBaseSha === target.mergeBaseSha) confirmedBaseSha = detail.baseSha;
    return { movement: movementOfMergeBase(target, mergeBaseSha), detail };
  }

  async function atTheEnd(target: PinnedTarget, signal: AbortSignal): Promise<CheckedTarget> {
    const known = await details.read(pullRequest, signal, Number.POSITIVE_INFINITY);
    // The merge base first and the head last: a push between the two must be seen.
    const early = await orNull(mergeBases.read(known, target.headSha ?? known.headSha, signal));
    const detail = await details.read(pullRequest, signal);
    const movement = movementOfEnds(target, detail);
    if (movement.kind === 'moved') return { movement, detail };
    const isSameBase = leftSideOf(known) === leftSideOf(detail) && known.baseSha === detail.baseSha;
    const isEarlyValid = early !== null && isSameBase;
    const mergeBaseSha = isEarlyValid ? early : await mergeBases.read(detail, detail.headSha, signal);
    return { movement: movementOfMergeBase(target, mergeBaseSha), detail };
  }

  return { afterAcquisition, atTheEnd };
}

/** The branch that was compared may be gone because the pull request got another base: the detail will tell. */
async function orNull(mergeBaseSha: Promise<string>): Promise<string | null> {
  try {
    return await mergeBaseSha;
  } catch (error) {
    if (error instanceof PlumblineError) return null;
    throw error;
  }
}

function movementOfMergeBase(target: PinnedTarget, mergeBaseSha: string): CheckedTarget['movement'] {
  if (mergeBaseSha === target.mergeBaseSha) return { kind: 'unmoved' };
  return moved('merge_base', target.mergeBaseSha, mergeBaseSha);
}

/** Compare the named ends. A base branch that merely went on has moved nothing. */
function movementOfEnds(target: PinnedTarget, detail: PullRequestDetail): CheckedTarget['movement'] {
  if (detail.headSha !== target.headSha) return moved('head', target.headSha, detail.headSha);
  if (detail.baseRef !== target.baseRef) return moved('base_ref', target.baseRef, detail.baseRef);
  return { kind: 'unmoved' };
}

export function moved(
  what: 'head' | 'base_ref' | 'merge_base',
  from: string | null,
  to: string,
): Extract<Movement, { kind: 'moved' }> {
  return { kind: 'moved', what, from: from ?? 'unknown', to };
}
