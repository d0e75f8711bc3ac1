import { and, eq } from 'drizzle-orm';
import { prepareOnce, type Tx } from '#kernel/database.ts';
import { applications } from '#features/admission/admissions/admissions.schema.ts';
import { orders } from './orders.schema.ts';

export const whereOrder = ({ institutionId, id }: { institutionId: number; id: number }) =>
  and(eq(orders.institutionId, institutionId), eq(orders.id, id));

/** An order, locked after the application whose fee it is, and before its payments and pins. */
export async function lockOrder(tx: Tx, institutionId: number, id: number) {
  const [seen] = await prepareOnce(
    tx.select({ applicationId: orders.applicationId }).from(orders).where(whereOrder({ institutionId, id })),
  );
  if (seen?.applicationId)
    await tx
      .select({ id: applications.id })
      .from(applications)
      .where(and(eq(applications.institutionId, institutionId), eq(applications.id, seen.applicationId)))
      .for('no key update');
  const [order] = await prepareOnce(
    tx.select().from(orders).where(whereOrder({ institutionId, id })).for('no key update'),
  );
  return order;
}
