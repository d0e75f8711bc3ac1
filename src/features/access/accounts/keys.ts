import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
} from 'node:crypto';

type Purpose = 'totp' | 'reset' | 'recovery' | 'throttle' | 'device';

const keyFor = (secret: Buffer, purpose: Purpose) =>
  Buffer.from(hkdfSync('sha256', secret, '', `akada:${purpose}`, 32));

/** A random 256-bit token for an address or a cookie. */
export const newToken = () => randomBytes(32).toString('base64url');

/** The hash stored for a random 256-bit token. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** The hash stored for a short code, keyed so that its few digits cannot be brute-forced from the database. */
export const keyedHash = (secret: Buffer, purpose: Purpose, text: string) =>
  createHmac('sha256', keyFor(secret, purpose)).update(text).digest();

/** Encrypts with authentication; `owner` binds the result to one account. */
export function seal(secret: Buffer, purpose: Purpose, owner: number, plain: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, purpose), nonce).setAAD(Buffer.from(String(owner)));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** The counterpart of `seal`; throws when key, owner or content differ. */
export function unseal(secret: Buffer, purpose: Purpose, owner: number, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, purpose), sealed.subarray(0, 12));
  decipher.setAAD(Buffer.from(String(owner))).setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
}

/** Twelve digits to read out or type from a message. */
export const newDigits = () => String(randomInt(10 ** 12)).padStart(12, '0');

/** `1234 5678 9012` */
export const inGroups = (digits: string) => digits.replace(/(.{4})(?=.)/g, '$1 ');

// Without letters and digits that look alike.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** `k7wmx-3xq9p`: 49 random bits, easy to copy from paper. */
export const newRecoveryCode = () =>
  Array.from({ length: 10 }, () => letters[randomInt(letters.length)])
    .join('')
    .replace(/^.{5}/, '$&-');
