import type { Probot } from 'probot';

type Webhooks = Pick<Probot['webhooks'], 'verifyAndReceive'>;
type SignedDelivery = Parameters<Webhooks['verifyAndReceive']>[0];

/** As GitHub names its events. */
const EVENT_NAME = /^[a-z][a-z_]*$/;

/**
 * Have a signed delivery that is no event of GitHub refused as a mistake of its sender (400), where Probot takes it for a failure of
 * ours. Everything else that fails stays what it is; nothing is read twice of what goes well or is not signed.
 */
export function refuseOddDeliveries(webhooks: Webhooks): void {
  const receive = webhooks.verifyAndReceive;
  webhooks.verifyAndReceive = async (delivery) => {
    try {
      await receive(delivery);
    } catch (error) {
      throw isRefusal(error) || isEvent(delivery) ? error : refusal();
    }
  };
}

/** The middleware answers with the status of the first error in it. */
function refusal(): AggregateError {
  const error = Object.assign(new Error('This is no event of GitHub'), { status: 400 });
  return new AggregateError([error], error.message);
}

function isRefusal(error: unknown): boolean {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : null;
  const status = (first as { status?: unknown } | null | undefined)?.status;
  return typeof status === 'number' && status < 500;
}

function isEvent({ name, payload }: SignedDelivery): boolean {
  const body: unknown = JSON.parse(payload);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const action = 'action' in body ? body.action : null;
  return EVENT_NAME.test(name) && (action === null || typeof action === 'string');
}
