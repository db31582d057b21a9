import { DBOS, Error as engineErrors } from '@dbos-inc/dbos-sdk';

const GIVEN_UP: readonly string[] = ['MAX_RECOVERY_ATTEMPTS_EXCEEDED', 'CANCELLED', 'ERROR'];

/** A delivery is kept under its own id; each try after one that failed has the number of the try behind it. */
export function attemptId(deliveryId: string, attempt: number): string {
  return attempt === 1 ? deliveryId : `${deliveryId}~${attempt}`;
}

type Keeping = {
  readonly start: (workflowId: string) => Promise<unknown>;
  /** It has failed in this process, which may not stand in the database yet. */
  readonly hasFailedHere: (workflowId: string) => boolean;
};

/** Start the delivery's workflow, unless one of it runs or has succeeded: a redelivery is how a failed one is tried again. */
export async function keepDelivery(
  deliveryId: string,
  { start, hasFailedHere }: Keeping,
): Promise<'enqueued' | 'duplicate'> {
  for (let attempt = 1; ; attempt += 1) {
    const id = attemptId(deliveryId, attempt);
    if (await isStarted(() => start(id))) return 'enqueued';
    if (!hasFailedHere(id) && !(await hasFailed(id))) return 'duplicate';
  }
}

/** It failed, or was given up. */
async function hasFailed(workflowId: string): Promise<boolean> {
  const kept = await DBOS.getWorkflowStatus(workflowId);
  return kept?.output === 'failed' || GIVEN_UP.includes(kept?.status ?? '');
}

/** False when the id is in use. */
async function isStarted(start: () => Promise<unknown>): Promise<boolean> {
  try {
    await start();
    return true;
  } catch (error) {
    if (engineErrors.isWorkflowIDInUseError(error)) return false;
    throw error;
  }
}
