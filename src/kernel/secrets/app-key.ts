import { createHmac, timingSafeEqual } from 'node:crypto';

/** The product itself, where no institution is meant. */
export const productKey = 'akada';

/**
 * The name of an institution in the addresses of its installed app. The browser fetches manifest and icons without the
 * person's cookies, so they are open to everybody who has the address, and nobody can guess it.
 */
export const appKeyOf = (secret: Buffer, institutionId: number): string =>
  `${institutionId}-${sign(secret, institutionId)}`;

/** The institution that a key of ours names, or null. */
export function institutionOfKey(secret: Buffer, key: string): number | null {
  const [, id = '', signature = ''] = /^(\d{1,9})-([\w-]{16})$/.exec(key) ?? [];
  if (!signature) return null;
  const expected = sign(secret, Number(id));
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? Number(id) : null;
}

const sign = (secret: Buffer, institutionId: number) =>
  createHmac('sha256', secret).update(`app:${institutionId}`).digest('base64url').slice(0, 16);
