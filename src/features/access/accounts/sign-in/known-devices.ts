import { timingSafeEqual } from 'node:crypto';
import { laneFor } from '#kernel/secrets/device-lane.ts';
import { keyedHash, newToken } from '../keys.ts';

/** Accounts that share one browser, as on a school's computer. */
const most = 8;

const macOf = (secret: Buffer, accountId: number, device: string) =>
  keyedHash(secret, 'device', `${accountId}:${device}`).toString('base64url');

/** The cookie names no account, so it can only be checked for a given one. */
function entriesOf(cookie: string): string[] {
  const entries = cookie.slice(0, 1000).split('~');
  return entries.filter((entry) => /^[\w-]{16}\.[\w-]{43}(\.[\w-]{12}\.[\w-]{22})?$/.test(entry)).slice(0, most);
}

function isOf(secret: Buffer, accountId: number, entry: string): boolean {
  const [device, mac] = entry.split('.') as [string, string];
  return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secret, accountId, device)));
}

/**
 * The id of this device for an account that has signed in on it before, or null. Failed attempts on it are counted
 * separately, so that strangers cannot lock the owner out. It grants no access by itself. Checks every entry, so that
 * timing reveals nothing.
 */
export function knownDevice(secret: Buffer, cookie: string, accountId: number): string | null {
  const [known] = entriesOf(cookie).filter((entry) => isOf(secret, accountId, entry));
  return known?.slice(0, 16) ?? null;
}

/** The cookie with this device marked as known to the account that just signed in. */
export function withDevice(secret: Buffer, cookie: string, accountId: number): string {
  const device = knownDevice(secret, cookie, accountId) ?? newToken().slice(0, 16);
  const own = `${device}.${macOf(secret, accountId, device)}.${laneFor(secret, accountId, device)}`;
  const others = entriesOf(cookie).filter((entry) => !isOf(secret, accountId, entry));
  return [own, ...others].slice(0, most).join('~');
}
