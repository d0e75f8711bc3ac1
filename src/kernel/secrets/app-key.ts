import { createHmac, timingSafeEqual } from 'node:crypto';

/** The product itself, without an institution. */
export const productKey = 'akada';

/**
 * The institution's key in the addresses of its installed app. The browser fetches manifest and icons without cookies,
 * so they are open to anyone with the address, and the address cannot be guessed.
 */
export const appKeyOf = (secret: Buffer, institutionId: number): string =>
  `${institutionId}-${sign(secret, institutionId)}`;

/** The institution of a key, or null. */
export function institutionOfKey(secret: Buffer, key: string): number | null {
  const [, id = '', signature = ''] = /^(\d{1,10})-([\w-]{16})$/.exec(key) ?? [];
  if (!signature) return null;
  const expected = sign(secret, Number(id));
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? Number(id) : null;
}

const sign = (secret: Buffer, institutionId: number) =>
  createHmac('sha256', secret).update(`app:${institutionId}`).digest('base64url').slice(0, 16);
