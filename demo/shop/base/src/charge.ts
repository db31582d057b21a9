import { provider } from './provider.js';

export type Order = { readonly id: string; readonly cents: number };

/** Charge an order once. */
export async function charge(order: Order): Promise<void> {
  if (order.cents <= 0) throw new Error(`nothing to charge for ${order.id}`);
  await provider.charge(order.id, order.cents);
}
