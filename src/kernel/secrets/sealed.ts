import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** A key for one purpose, derived from the installation's secret: data sealed for another purpose cannot be opened. */
export const keyFor = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, 32));

const ivSize = 12;
const tagSize = 16;

/** Encrypts a text so that changes are detected (AES-256-GCM). */
export function seal(key: Buffer, text: string): Buffer {
  const iv = randomBytes(ivSize);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Decrypts the text; null if it was sealed with another key or has been changed. */
export function unseal(key: Buffer, sealed: Buffer): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivSize));
    decipher.setAuthTag(sealed.subarray(ivSize, ivSize + tagSize));
    return Buffer.concat([decipher.update(sealed.subarray(ivSize + tagSize)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
