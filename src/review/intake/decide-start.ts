import { createGlobSet } from '../globs/index.js';
import type { PullRequestFacts, Trigger } from '../model/request.js';
import type { StopReason } from '../model/run-stopped.js';
import type { Settings } from '../settings.js';

export type StartDecision =
  | { readonly kind: 'start' }
  /** A check says why not. */
  | { readonly kind: 'skip'; readonly title: string; readonly line: string }
  /** A check says that a maintainer can ask. */
  | { readonly kind: 'wait' }
  /** Nothing is written. */
  | { readonly kind: 'ignore'; readonly reason: string };

/**
 * Decide whether a trigger starts a review. Pure. `mayCommand` is what the permission API said of the trigger's actor, false
 * when it could not be learnt.
 */
export function decideStart(input: {
  readonly trigger: Trigger;
  readonly facts: PullRequestFacts;
  readonly settings: Settings;
  readonly mayCommand: boolean;
}): StartDecision {
  const { trigger, facts, settings, mayCommand } = input;
  if (!facts.isOpen) return { kind: 'ignore', reason: 'the pull request is closed' };
  if (isAsked(trigger)) return mayCommand ? { kind: 'start' } : refusal(trigger);
  const skip = skipReason(trigger, facts, settings);
  if (skip !== null) return skip;
  return mayCommand || settings.auto_review.authors === 'anyone' ? { kind: 'start' } : { kind: 'wait' };
}

/**
 * Whether a stop ends a review that began this way. A draft ends only what would not have begun on a draft. Pure.
 */
export function heedsStop(
  stop: StopReason,
  { settings, trigger }: { readonly settings: Settings; readonly trigger: Trigger },
): boolean {
  return stop.kind !== 'drafted' || !(isAsked(trigger) || settings.auto_review.drafts);
}

/** GitHub has already put a re-run check back to queued, so somebody has to end it again; a comment needs no check. */
function refusal({ kind }: Trigger): StartDecision {
  return kind === 'rerequested' ? { kind: 'wait' } : { kind: 'ignore', reason: 'the actor may not ask for a review' };
}

/** A person asked for this review by name. */
function isAsked(trigger: Trigger): boolean {
  if (trigger.kind === 'disposed') return true;
  return (
    trigger.kind === 'comment' ||
    trigger.kind === 'bad_command' ||
    trigger.kind === 'rerequested' ||
    trigger.kind === 'button'
  );
}

function skipReason(trigger: Trigger, facts: PullRequestFacts, { auto_review: auto }: Settings): StartDecision | null {
  const isPush = trigger.kind === 'pushed' || trigger.kind === 'retargeted';
  const isOff = isPush ? !auto.pushed : !auto.opened;
  if (isOff) return skipped('automatic reviews are off', 'The settings start no review here by themselves.');
  if (facts.isDraft && !auto.drafts) return skipped('draft', 'A draft is reviewed when it is marked ready.');
  if (auto.branches.length > 0 && !createGlobSet(auto.branches)(facts.baseRef)) {
    return skipped(`base branch ${facts.baseRef}`, 'The settings review other base branches only.');
  }
  return skippedByLabel(facts.labels, auto.labels);
}

function skippedByLabel(labels: readonly string[], rules: Settings['auto_review']['labels']): StartDecision | null {
  const unwanted = labels.find((name) => rules.skip.includes(name));
  if (unwanted !== undefined) return skipped(`label ${unwanted}`, 'The settings skip pull requests with this label.');
  if (rules.only.length === 0 || labels.some((name) => rules.only.includes(name))) return null;
  return skipped('no label that asks for a review', `One of these labels starts one: ${rules.only.join(', ')}.`);
}

function skipped(reason: string, line: string): StartDecision {
  return { kind: 'skip', title: `Skipped: ${reason}`, line: `${line} Comment \`/review\` to review it now.` };
}
