import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Keys that institutions brought along from another installation, by purpose, for as long as the secret is in use. */
const carried = new WeakMap<Buffer, Map<string, Buffer>>();

export const carryKeys = (secret: Buffer, keys: { purpose: string; key: Buffer }[]): void =>
  void carried.set(secret, new Map(keys.map(({ purpose, key }) => [purpose, key])));

/** Those keys, for another process of the server. */
export const carriedBy = (secret: Buffer): { purpose: string; key: Buffer }[] =>
  [...(carried.get(secret) ?? [])].map(([purpose, key]) => ({ purpose, key }));

/** A key for one purpose, derived from the installation's secret: data sealed for another purpose cannot be opened. */
export const keyFor = (secret: Buffer, purpose: string): Buffer =>
  carried.get(secret)?.get(purpose) ?? Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, 32));

/**
 * The key of an institution for one purpose, which it takes along to another installation, and the one of all
 * institutions that older codes were made with.
 */
export const keysOfInstitution = (
  secret: Buffer,
  purpose: string,
  institutionId: number,
): [own: Buffer, older: Buffer] => [keyFor(secret, `${purpose}:${institutionId}`), keyFor(secret, purpose)];

/** A random 256-bit token for an address or a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The hash stored for a random token, too long to be guessed. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A hash that nobody can compute or brute-force without the key: the digits of a short code are few. */
export const keyedHash = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const ivSize = 12;
const tagSize = 16;

/** Binds what is sealed to its owner, in addition to the key. */
const boundTo = (owner: number | undefined) => Buffer.from(owner === undefined ? '' : String(owner));

/** Encrypts so that changes are detected (AES-256-GCM). With an owner, it opens for that owner only. */
export function seal(key: Buffer, content: string | Buffer, owner?: number): Buffer {
  const iv = randomBytes(ivSize);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(boundTo(owner));
  const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Decrypts; throws if it was sealed with another key or for another owner, or has been changed. */
export function unsealBytes(key: Buffer, sealed: Buffer, owner?: number): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivSize)).setAAD(boundTo(owner));
  decipher.setAuthTag(sealed.subarray(ivSize, ivSize + tagSize));
  return Buffer.concat([decipher.update(sealed.subarray(ivSize + tagSize)), decipher.final()]);
}

/** Decrypts a text; null if it was sealed with another key or has been changed. */
export function unseal(key: Buffer, sealed: Buffer): string | null {
  try {
    return unsealBytes(key, sealed).toString('utf8');
  } catch {
    return null;
  }
}
