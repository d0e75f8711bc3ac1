import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { keyFor } from '#kernel/secrets/keys.ts';

/** What comes before the 32 bytes of an Ed25519 key in PKCS #8. */
const head = Buffer.from('302e020100300506032b657004220420', 'hex');

const privateKey = (secret: Buffer) =>
  createPrivateKey({
    key: Buffer.concat([head, keyFor(secret, 'archives of institutions')]),
    format: 'der',
    type: 'pkcs8',
  });

/** The key of this installation that others check its archives with, in base64. */
export const publicKeyOf = (secret: Buffer): string =>
  createPublicKey(privateKey(secret)).export({ format: 'der', type: 'spki' }).toString('base64');

export const signatureOf = (secret: Buffer, content: Buffer): string =>
  sign(null, content, privateKey(secret)).toString('base64');

export function isSigned(content: Buffer, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' && verify(null, content, key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** What two operators read to each other. */
export const fingerprintOfKey = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 32);
