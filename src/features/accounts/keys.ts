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

/** A secret for an address or a cookie: 256 random bits. */
export const newToken = () => randomBytes(32).toString('base64url');

/** What the database keeps of a token with 256 random bits. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** What the database keeps of a short code: without the server's key its few digits cannot be tried out. */
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

/** Twelve digits to be read out or typed from a message. */
export const newDigits = () => String(randomInt(10 ** 12)).padStart(12, '0');

/** `1234 5678 9012` */
export const inGroups = (digits: string) => digits.replace(/(.{4})(?=.)/g, '$1 ');

// Without letters and digits that are taken for each other.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** `k7wmx-3xq9p`: 49 random bits that a person can copy from paper. */
export const newRecoveryCode = () =>
  Array.from({ length: 10 }, () => letters[randomInt(letters.length)])
    .join('')
    .replace(/^.{5}/, '$&-');
