import { createHmac, timingSafeEqual } from 'node:crypto';
import { keyFor } from '#kernel/secrets/sealed.ts';

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
  const [, institution, order, signature] = /^([0-9a-z]{1,6})-([0-9a-z]{1,10})-([\w-]{22})$/.exec(code) ?? [];
  if (!signature) return null;
  const key = { institutionId: parseInt(institution!, 36), orderId: parseInt(order!, 36) };
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secret, key))) ? key : null;
}

const sign = (secret: Buffer, { institutionId, orderId }: OrderKey) =>
  createHmac('sha256', keyFor(secret, 'orders.code'))
    .update(`${institutionId}:${orderId}`)
    .digest('base64url')
    .slice(0, size);
