import { timingSafeEqual } from 'node:crypto';
import { keyedHash, keyFor } from '#kernel/secrets/keys.ts';
import { prepareOnce, type Tx, hasKey } from '#kernel/database.ts';
import { applications } from '#features/admission/admissions/admissions.schema.ts';
import { orders } from './orders.schema.ts';

export interface OrderKey {
  institutionId: number;
  orderId: number;
}

const size = 22;

/**
 * The code in the address of an order's page. It is worked out with the installation's key and stored nowhere: a leaked
 * database opens no page.
 */
export const orderCode = (secret: Buffer, key: OrderKey): string =>
  `${key.institutionId.toString(36)}-${key.orderId.toString(36)}-${sign(secret, key)}`;

/** The order of a code; null if it is none of ours. */
export function readCode(secret: Buffer, code: string): OrderKey | null {
  const [, institution, order, signature] = /^([0-9a-z]{1,6})-([0-9a-z]{1,11})-([\w-]{22})$/.exec(code) ?? [];
  if (!signature) return null;
  const key = { institutionId: parseInt(institution!, 36), orderId: parseInt(order!, 36) };
  const signed = [`${purpose}:${key.institutionId}`, purpose].map((one) =>
    timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secret, key, one))),
  );
  return signed.includes(true) ? key : null;
}

/** With a key of its own, which an institution takes along to another installation; older codes had one for all. */
const purpose = 'orders.code';

const sign = (secret: Buffer, { institutionId, orderId }: OrderKey, of = `${purpose}:${institutionId}`) =>
  keyedHash(keyFor(secret, of), `${institutionId}:${orderId}`).toString('base64url').slice(0, size);

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
