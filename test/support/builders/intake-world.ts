import { createMemoryJournal, createMemoryRecordStore, createMemoryRunSlots } from '../../../src/durable/index.js';
import { handleIntent, type IntakeWorld, tellGivenUp } from '../../../src/review/index.js';
import { beginRevision } from '../../../src/review/lifecycle/index.js';
import { DEFAULT_LIMITS } from '../../../src/review/limits.js';
import type { Actor, Intent, Order, Permission, PullRequestFacts, Trigger } from '../../../src/review/model/request.js';
import { aCallWorld, aSubmission, type ScriptedTurn } from './call.js';
import { aComment, anIntentOf, aPullRequest } from './intake.js';
import { aJob } from './record.js';
import { aChangeSource } from './review.js';

export type StagedIntake = {
  readonly permissions?: Readonly<Record<string, Permission>>;
  readonly facts?: Partial<PullRequestFacts>;
  readonly turns?: readonly ScriptedTurn[];
  /** What this host does otherwise. */
  readonly host?: Partial<IntakeWorld['host']>;
  /** Aborted when the process is about to end. */
  readonly signal?: AbortSignal;
};

/** A host that remembers everything it was asked to read and to show, and a model that answers by script. */
export function anIntake({ permissions = {}, facts, turns = [aSubmission()], host, ...staged }: StagedIntake = {}) {
  const { signal = new AbortController().signal } = staged;
  const seen: string[] = [];
  const replies: string[] = [];
  const takenUp: Intent[] = [];
  const note = (what: string) => void seen.push(what);
  const { model, clock, log, logged, requests } = aCallWorld(turns);
  const world: IntakeWorld = {
    model,
    analyzers: [],
    clock,
    log,
    slots: createMemoryRunSlots(2),
    records: createMemoryRecordStore(),
    isDurable: false,
    takeUp: async (intent) => void takenUp.push(intent),
    journalFor: createMemoryJournal,
    ceiling: DEFAULT_LIMITS,
    recordOf: String,
    newSecret: () => 'a secret of this run',
    reach: async () => {},
    signal,
    toldUnread: new Set(),
    inTurn: (work) => work(),
    host: {
      readPermission: async (login) => {
        note(`permission of ${login}`);
        return permissions[login] ?? 'none';
      },
      react: async (_id, reaction) => note(reaction),
      reply: async (_number, words) => {
        replies.push(words);
        note('reply');
      },
      readPullRequest: async () => {
        note('pull request');
        return aPullRequest({ headSha: 'b'.repeat(40), ...facts });
      },
      readSettings: async () => null,
      listOpenPullRequests: async () => [12],
      readConclusion: async () => null,
      readSiblings: async () => [],
      changeSource: () => aChangeSource(),
      checkPublisher: () => ({
        open: async ({ headSha }) => note(`check on ${headSha.charAt(0)}`),
        progress: () => {},
        leave: async (words) => note(`left: ${words}`),
        complete: async (end) => note(end.kind === 'report' ? end.report.title : end.title),
      }),
      ...host,
    },
  };
  const take = (trigger: Trigger, named: Named = { pullRequest: 12, headSha: null }, deliveryId = 'd') =>
    handleIntent({ ...anIntent(trigger), ...named, deliveryId }, world);
  const order = (asked: Order, actor: Actor, commentId: number | null = 99) =>
    handleIntent(
      { ...DELIVERED, deliveryId: 'o', kind: 'order', pullRequest: 12, order: asked, actor, commentId },
      world,
    );
  const stop = (reason: 'closed' | 'drafted') =>
    handleIntent({ ...DELIVERED, deliveryId: 's', kind: 'stop', pullRequest: 12, reason }, world);
  const giveUp = (trigger: Trigger, reason: Parameters<typeof tellGivenUp>[1]) =>
    tellGivenUp(anIntent(trigger), reason, world);
  const record = () => world.records.read('12');
  /** Another process has begun a run of #12. */
  const begun = () => {
    const start = { runId: 'pr12-elsewhere', intent: anIntentOf(aComment()), job: aJob(), startedAtMs: 1 };
    return world.records.change('12', (standing) => beginRevision(standing, start));
  };
  return { begun, record, giveUp, seen, replies, takenUp, logged, requests, take, order, stop };
}

const DELIVERED = { installationId: 1, repository: { owner: 'octo', name: 'shop', id: 1 } };

type Named = { readonly pullRequest: number | null; readonly headSha: string | null };

function anIntent(trigger: Trigger) {
  return { ...DELIVERED, kind: 'review' as const, deliveryId: 'd', pullRequest: 12, headSha: null, trigger };
}
