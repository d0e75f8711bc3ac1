import { timingSafeEqual } from 'node:crypto';
import { cachedByKey } from '../cached-by-key.ts';
import { keyedHash, keyFor } from './keys.ts';

const keyOf = cachedByKey((secret: Buffer) => keyFor(secret, 'device lanes'));

function macOf(secret: Buffer, said: string, bytes: number): string {
  return keyedHash(keyOf(secret), said).subarray(0, bytes).toString('base64url');
}

/**
 * The part of a device cookie that shows, before anybody says who they are, that an account has signed in here. Every
 * device of an account gets the same lane, so collecting cookies gains nothing. It hides the account's number.
 */
export function laneFor(secret: Buffer, accountId: number, device: string): string {
  const lane = macOf(secret, `account:${accountId}`, 9);
  return `${lane}.${macOf(secret, `lane:${device}:${lane}`, 16)}`;
}

/** The lane of the account that last signed in with this cookie; null for strangers. */
export function laneOf(secret: Buffer, cookie: string | undefined): string | null {
  for (const entry of cookie?.slice(0, 1000).split('~') ?? []) {
    const [, device = '', lane = '', mac = ''] = /^([\w-]{16})\.[\w-]{43}\.([\w-]{12})\.([\w-]{22})$/.exec(entry) ?? [];
    if (!device) continue;
    const expected = macOf(secret, `lane:${device}:${lane}`, 16);
    if (timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) return lane;
  }
  return null;
}
