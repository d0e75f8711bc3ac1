import { timingSafeEqual } from 'node:crypto';
import { keyedHash, newToken } from './keys.ts';

/** Accounts that share one browser, as on a school's computer. */
const most = 8;

const macOf = (secret: Buffer, accountId: number, device: string) =>
  keyedHash(secret, 'device', `${accountId}:${device}`).toString('base64url');

/** The cookie names no account: only who says which one can tell whether it is known here. */
function entriesOf(cookie: string): string[] {
  const entries = cookie.slice(0, 1000).split('~');
  return entries.filter((entry) => /^[\w-]{16}\.[\w-]{43}$/.test(entry)).slice(0, most);
}

function isOf(secret: Buffer, accountId: number, entry: string): boolean {
  const [device, mac] = entry.split('.') as [string, string];
  return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secret, accountId, device)));
}

/**
 * The name of this device for an account that has signed in on it before, or null. Wrong tries on it are counted apart,
 * so that nobody elsewhere shuts its owner out. It opens nothing by itself. Looks at every entry, for any account alike.
 */
export function knownDevice(secret: Buffer, cookie: string, accountId: number): string | null {
  const [known] = entriesOf(cookie).filter((entry) => isOf(secret, accountId, entry));
  return known?.slice(0, 16) ?? null;
}

/** The cookie with this device marked as known to the account that has just proved who it is. */
export function withDevice(secret: Buffer, cookie: string, accountId: number): string {
  const device = knownDevice(secret, cookie, accountId) ?? newToken().slice(0, 16);
  const own = `${device}.${macOf(secret, accountId, device)}`;
  return [own, ...entriesOf(cookie).filter((entry) => entry !== own)].slice(0, most).join('~');
}
