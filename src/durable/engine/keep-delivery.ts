import { DBOS, Error as engineErrors } from '@dbos-inc/dbos-sdk';

/** A delivery is kept under its own id; each try after one that failed has the number of the try behind it. */
export function attemptId(deliveryId: string, attempt: number): string {
  return attempt === 1 ? deliveryId : `${deliveryId}~${attempt}`;
}

/** Start the delivery's workflow, unless one of it runs or has succeeded: a redelivery is how a failed one is tried again. */
export async function keepDelivery(
  deliveryId: string,
  start: (workflowId: string) => Promise<unknown>,
): Promise<'enqueued' | 'duplicate'> {
  for (let attempt = 1; ; attempt += 1) {
    const id = attemptId(deliveryId, attempt);
    if (await isStarted(() => start(id))) return 'enqueued';
    const known = await DBOS.getWorkflowStatus(id);
    if (known?.output !== 'failed') return 'duplicate';
  }
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
