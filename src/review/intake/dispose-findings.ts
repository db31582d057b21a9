import { dispose, isUnderWay } from '../lifecycle/index.js';
import type { Intent, Order } from '../model/request.js';
import type { IntakeWorld } from './intake-world.js';

type OrderIntent = Extract<Intent, { kind: 'order' }>;

const STATES = { dismiss: 'dismissed', resolve: 'resolved', reopen: 'open' } as const;

/** Remember what a person says of findings, and have the check say so. Gives what the person should be told, null when all is done. */
export async function disposeFindings(intent: OrderIntent, world: IntakeWorld): Promise<string | null> {
  const { actor, order, pullRequest } = intent;
  if (!isOnFindings(order)) return null;
  const { findings, kind, why } = order;
  const saying = { findings, state: STATES[kind], by: actor.login, why, atMs: world.clock.now() };
  let unknown: readonly number[] = [];
  const record = await world.records.change(world.recordOf(pullRequest), (standing) => {
    const disposed = dispose(standing, saying);
    unknown = disposed.unknown;
    return unknown.length > 0 ? null : disposed.record;
  });
  if (unknown.length > 0)
    return `There is no ${unknown.map((number) => `F${number}`).join(', ')} on this pull request.`;
  // Its answers are kept, so the same change costs no request: only what people said of it is new.
  if (!isUnderWay(record)) await world.takeUp(reviewAfter(intent));
  return null;
}

function isOnFindings(order: Order): order is Extract<Order, { readonly findings: unknown }> {
  return 'findings' in order;
}

/** A review of the same, in a delivery of its own. */
function reviewAfter({ actor, deliveryId, installationId, pullRequest, repository }: OrderIntent): Intent {
  return {
    kind: 'review',
    deliveryId: `${deliveryId}-after`,
    installationId,
    repository,
    pullRequest,
    headSha: null,
    trigger: { kind: 'disposed', actor },
  };
}
