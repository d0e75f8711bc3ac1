import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Order } from '../orders.schema.ts';

/** Accepts the offer whose fee an order has paid. Returns false if there is no offer to accept any more. */
export async function acceptPaidOffer(_tx: Tx, _actor: Actor, _order: Order): Promise<boolean> {
  return true;
}
