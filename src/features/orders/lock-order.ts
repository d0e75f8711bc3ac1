import { and, eq } from 'drizzle-orm';
import { planned, type Tx } from '#kernel/database.ts';
import { orders } from './orders.schema.ts';

export const whereOrder = ({ institutionId, id }: { institutionId: number; id: number }) =>
  and(eq(orders.institutionId, institutionId), eq(orders.id, id));

/** An order, locked: before its payments, its pins and whatever else it changes. */
export async function lockOrder(tx: Tx, institutionId: number, id: number) {
  const [order] = await planned(tx.select().from(orders).where(whereOrder({ institutionId, id })).for('no key update'));
  return order;
}
