import { DBOS, type WorkflowStatus } from '@dbos-inc/dbos-sdk';
import { DBOSExecutor } from '@dbos-inc/dbos-sdk/internal/dbos-executor';
import type { Pool } from 'pg';
import type { Log } from '../../review/index.js';
import { GIVING_UP, type GivenUpReason, INTAKE } from './intake.js';
import { createNap } from './nap.js';
import type { Worker } from './worker.js';
import { endFrozen, listWorkers, strikeDead } from './workers-table.js';

const TRIED_TOO_OFTEN = 'MAX_RECOVERY_ATTEMPTS_EXCEEDED';

type World = {
  readonly worker: Worker;
  readonly pool: Pool;
  readonly version: string;
  readonly leaseMs: number;
  readonly everyMs: number;
  readonly giveUp: (workflowId: string, reason: GivenUpReason) => Promise<void>;
  readonly log: Log;
};

export function executorOf(number: number): string {
  return `worker-${number}`;
}

/** Now and then again, take up what dead and frozen processes have begun. Gives what ends that. */
export function keepTakingOver(world: World): () => Promise<void> {
  const nap = createNap();
  let isEnded = false;
  const looking = (async () => {
    while (!isEnded) {
      if (world.worker.mayJudge()) {
        await look(world).catch((error: unknown) => world.log.warn({ reason: String(error) }, 'takeover-failed'));
      }
      if (!isEnded) await nap.sleep(world.everyMs);
    }
  })();
  return async () => {
    isEnded = true;
    nap.wake();
    await looking;
  };
}

async function look(world: World): Promise<void> {
  const { leaseMs, log, pool, worker } = world;
  for (const number of await endFrozen(pool, worker.number, leaseMs)) log.warn({ worker: number }, 'worker-frozen');
  for (const number of await strikeDead(pool, worker.number)) log.warn({ worker: number }, 'worker-gone');
  await takeUp(world);
}

async function takeUp({ giveUp, pool, version }: World): Promise<void> {
  // Read before the living: whoever has begun something since is among them.
  const open = await DBOS.listWorkflows({
    workflowName: [INTAKE, GIVING_UP],
    status: ['PENDING', 'ENQUEUED', TRIED_TOO_OFTEN],
    loadInput: false,
    loadOutput: false,
  });
  const living = await listWorkers(pool);
  const alive = new Set(living.map(({ number }) => executorOf(number)));
  const versions = new Set([version, ...living.map((each) => each.version)]);
  const left = open.filter(({ executorId = '', status }) => status !== 'PENDING' || !alive.has(executorId));
  for (const { workflowID, ...one } of left) {
    const reason = reasonToGiveUp(one, versions);
    if (reason !== null) await giveUp(workflowID, reason);
  }
  const dead = left.filter(({ status }) => status === 'PENDING').map(({ executorId = '' }) => executorId);
  await DBOSExecutor.globalInstance?.recoverPendingWorkflows([...new Set(dead)]);
}

/** Who is given up can end its process too, as often as any other; that is not given up once more. */
function reasonToGiveUp(
  { applicationVersion, status, workflowName }: Pick<WorkflowStatus, 'applicationVersion' | 'status' | 'workflowName'>,
  versions: ReadonlySet<string>,
): GivenUpReason | null {
  if (status === TRIED_TOO_OFTEN) return workflowName === INTAKE ? 'process-ended-too-often' : null;
  return applicationVersion === undefined || versions.has(applicationVersion) ? null : 'version-gone';
}
