import { createHmac, timingSafeEqual } from 'node:crypto';
import { keyFor } from '#kernel/secrets/sealed.ts';

const keys = new WeakMap<Buffer, Buffer>();

function macOf(secret: Buffer, said: string, bytes: number): string {
  const key = keys.get(secret) ?? keyFor(secret, 'device lanes');
  keys.set(secret, key);
  return createHmac('sha256', key).update(said).digest().subarray(0, bytes).toString('base64url');
}

/**
 * What a device cookie says besides: an account has signed in here. A lane is an account's, whose number it does not
 * tell, so that somebody with one account has one lane, however many cookies he collects.
 */
export function laneFor(secret: Buffer, accountId: number, device: string): string {
  const lane = macOf(secret, `account:${accountId}`, 9);
  return `${lane}.${macOf(secret, `lane:${device}:${lane}`, 16)}`;
}

/** The lane of the account that last signed in with this cookie; null for strangers. */
export function laneOf(secret: Buffer, cookie: string | undefined): string | null {
  for (const entry of cookie?.slice(0, 1000).split('~') ?? []) {
    const [, device = '', lane = '', mac = ''] =
      /^([\w-]{16})\.[\w-]{43}\.([\w-]{12})\.([\w-]{22})$/.exec(entry) ?? [];
    if (!device) continue;
    const expected = macOf(secret, `lane:${device}:${lane}`, 16);
    if (timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) return lane;
  }
  return null;
}
