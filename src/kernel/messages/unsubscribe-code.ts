import { timingSafeEqual } from 'node:crypto';
import { keyedHash, keyFor } from '../secrets/keys.ts';

/** The message of the outbox that carries the link. */
export interface UnsubscribeKey {
  institutionId: number;
  outboxId: number;
}

/**
 * The code in the link of a marketing e-mail. It is worked out with the installation's key and stored nowhere, and it
 * says neither a name nor an address.
 */
export const unsubscribeCode = (secret: Buffer, key: UnsubscribeKey): string =>
  `${key.institutionId.toString(36)}-${key.outboxId.toString(36)}-${sign(secret, key)}`;

/** The message of a code; null if it is none of ours. */
export function readUnsubscribeCode(secret: Buffer, code: string): UnsubscribeKey | null {
  const [, institution, message, signature] = /^([0-9a-z]{1,6})-([0-9a-z]{1,11})-([\w-]{22})$/.exec(code) ?? [];
  if (!signature) return null;
  const key = { institutionId: parseInt(institution!, 36), outboxId: parseInt(message!, 36) };
  const signed = [`${purpose}:${key.institutionId}`, purpose].map((one) =>
    timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secret, key, one))),
  );
  return signed.includes(true) ? key : null;
}

/** With a key of its own, which an institution takes along to another installation; older codes had one for all. */
const purpose = 'messages.unsubscribe';

const sign = (secret: Buffer, { institutionId, outboxId }: UnsubscribeKey, of = `${purpose}:${institutionId}`) =>
  keyedHash(keyFor(secret, of), `${institutionId}:${outboxId}`).toString('base64url').slice(0, 22);
