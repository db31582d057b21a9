import { createHmac, randomUUID } from 'node:crypto';
import { type DeliverySubject, payloadOf } from './payloads.js';
import type { Site } from './shapes/site.js';

/** A delivery as it would be posted. */
export type Delivery = {
  /** `X-GitHub-Delivery`; posting the same delivery again is a redelivery. */
  readonly id: string;
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Build and sign a delivery. */
export function createDelivery(site: Site, event: string, action: string, subject: DeliverySubject): Delivery {
  const payload = { action, ...payloadOf(site, event, subject), ...subject.extra };
  return signDelivery(site.state.app.webhookSecret, event, payload, subject.deliveryId ?? randomUUID());
}

/** Sign any payload, also one GitHub would not send. */
export function signDelivery(
  secret: string,
  event: string,
  payload: Readonly<Record<string, unknown>>,
  id: string,
): Delivery {
  const body = JSON.stringify(payload);
  return {
    id,
    event,
    payload,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/044aadd',
      'x-github-delivery': id,
      'x-github-event': event,
      'x-github-hook-id': '1',
      'x-github-hook-installation-target-type': 'integration',
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
  };
}

/** Post a delivery to a running server and answer what it said. */
export async function postDelivery(serverUrl: string, delivery: Delivery): Promise<{ status: number; text: string }> {
  const response = await fetch(`${serverUrl.replace(/\/$/, '')}/api/github/webhooks`, {
    method: 'POST',
    headers: delivery.headers,
    body: delivery.body,
  });
  return { status: response.status, text: await response.text() };
}
