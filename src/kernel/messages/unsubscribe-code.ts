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
  const [, institution, message, signature] = /^([0-9a-z]{1,6})-([0-9a-z]{1,10})-([\w-]{22})$/.exec(code) ?? [];
  if (!signature) return null;
  const key = { institutionId: parseInt(institution!, 36), outboxId: parseInt(message!, 36) };
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secret, key))) ? key : null;
}

const sign = (secret: Buffer, { institutionId, outboxId }: UnsubscribeKey) =>
  keyedHash(keyFor(secret, 'messages.unsubscribe'), `${institutionId}:${outboxId}`).toString('base64url').slice(0, 22);
