import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { keyFor } from '#kernel/secrets/keys.ts';

/** What comes before the 32 bytes of an Ed25519 key in PKCS #8. */
const head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** What the installation signs: a signature on one is none on another. */
type Purpose = 'archives of institutions' | 'changes for the directory';

const privateKey = (secret: Buffer, purpose: Purpose) =>
  createPrivateKey({
    key: Buffer.concat([head, keyFor(secret, purpose)]),
    format: 'der',
    type: 'pkcs8',
  });

/** The key of this installation that others check its signatures with, in base64. */
export const publicKeyOf = (secret: Buffer, purpose: Purpose = 'archives of institutions'): string =>
  createPublicKey(privateKey(secret, purpose)).export({ format: 'der', type: 'spki' }).toString('base64');

export const signatureOf = (secret: Buffer, content: Buffer, purpose: Purpose = 'archives of institutions'): string =>
  sign(null, content, privateKey(secret, purpose)).toString('base64');

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
