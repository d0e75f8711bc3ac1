import { readSignedCode, signedCode } from '#kernel/secrets/signed-code.ts';
import { prepareOnce, type Tx, hasKey } from '#kernel/database.ts';
import { applications } from '#features/admission/admissions/admissions.schema.ts';
import { orders } from './orders.schema.ts';

export interface OrderKey {
  institutionId: number;
  orderId: number;
}

const purpose = 'orders.code';

/** The code in the address of an order's page. */
export const orderCode = (secret: Buffer, { institutionId, orderId }: OrderKey): string =>
  signedCode(secret, purpose, { institutionId, id: orderId });

/** The order of a code; null if it is none of ours. */
export function readCode(secret: Buffer, code: string): OrderKey | null {
  const found = readSignedCode(secret, purpose, code);
  return found && { institutionId: found.institutionId, orderId: found.id };
}

export const whereOrder = ({ institutionId, id }: { institutionId: number; id: number }) =>
  hasKey(orders, institutionId, id);

/** An order, locked after the application whose fee it is, and before its payments and pins. */
export async function lockOrder(tx: Tx, institutionId: number, id: number) {
  const [seen] = await prepareOnce(
    tx.select({ applicationId: orders.applicationId }).from(orders).where(whereOrder({ institutionId, id })),
  );
  if (seen?.applicationId)
    await tx
      .select({ id: applications.id })
      .from(applications)
      .where(hasKey(applications, institutionId, seen.applicationId))
      .for('no key update');
  const [order] = await prepareOnce(
    tx.select().from(orders).where(whereOrder({ institutionId, id })).for('no key update'),
  );
  return order;
}
