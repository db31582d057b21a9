import { isRunning } from '../lifecycle/index.js';
import type { Intent, Order } from '../model/request.js';
import { disposeFindings } from './dispose-findings.js';
import type { IntakeWorld } from './intake-world.js';
import { mayCommand } from './may-command.js';
import { continuePaused, endPaused } from './paused-run.js';

export type OrderIntent = Extract<Intent, { kind: 'order' }>;

const HELP = `\`/review\` reviews this pull request; \`/review again\` does so although nothing has changed.
\`/review src/api "is the retry idempotent?"\` looks at some paths, with a question in mind.
\`/review cancel\`, \`pause\`, \`continue\` act on the review that is running.
\`/review dismiss F3 <reason>\`, \`resolve F3\`, \`reopen F3\` say what you think of a finding.`;

/** Do what a person orders, after a look at the permission. The answer is a reaction, or one short reply where that says too little. */
export async function carryOutOrder(intent: OrderIntent, world: IntakeWorld): Promise<void> {
  const { actor, commentId, order } = intent;
  await world.reach();
  const isAllowed = await world.inTurn(() => mayCommand(actor, world));
  world.signal.throwIfAborted();
  if (!isAllowed) {
    world.log.info({ actor: actor.login, order: order.kind }, 'command-refused');
    if (commentId !== null) await world.host.react(commentId, '-1');
    return;
  }
  const problem = await ORDERS[order.kind](intent, world);
  world.log.info({ pullRequest: intent.pullRequest, order: order.kind, problem }, 'order-carried-out');
  if (commentId === null) return;
  await world.host.react(commentId, problem === null ? '+1' : 'confused');
  if (problem !== null) await world.host.reply(intent.pullRequest, problem);
}

/** Gives what the person should be told, null when all is done. */
type CarryOut = (intent: OrderIntent, world: IntakeWorld) => Promise<string | null>;

const ORDERS: Readonly<Record<Order['kind'], CarryOut>> = {
  help: async ({ pullRequest }, { host }) => {
    await host.reply(pullRequest, HELP);
    return null;
  },
  cancel: async (intent, world) => {
    const stop = { kind: 'cancelled', by: intent.actor.login } as const;
    const isStopped = await stopRuns(intent, stop, world);
    return (await endPaused(intent.pullRequest, stop, world)) || isStopped ? null : NOTHING_RUNS;
  },
  pause: async (intent, world) =>
    (await stopRuns(intent, { kind: 'paused', by: intent.actor.login }, world)) ? null : NOTHING_RUNS,
  continue: async ({ pullRequest }, world) =>
    (await continuePaused(pullRequest, world)) ? null : 'No review of this pull request is paused.',
  skip_checks: async () => 'No additional check is running.',
  dismiss: disposeFindings,
  resolve: disposeFindings,
  reopen: disposeFindings,
};

const NOTHING_RUNS = 'No review of this pull request is running.';

/** Whether something is stopped by it: here, or, as the record says, in another process, which hears it too. */
async function stopRuns(
  { pullRequest }: OrderIntent,
  stop: { readonly kind: 'cancelled' | 'paused'; readonly by: string },
  { recordOf, records, slots }: IntakeWorld,
): Promise<boolean> {
  if (slots.stop(recordOf(pullRequest), stop) > 0) return true;
  return isRunning(await records.read(recordOf(pullRequest)));
}
