import { timingSafeEqual } from 'node:crypto';
import { keyedHash, keysOfInstitution } from './keys.ts';

/** A row of an institution that a code names. */
export interface CodeOf {
  institutionId: number;
  id: number;
}

const sign = (key: Buffer, { institutionId, id }: CodeOf) =>
  keyedHash(key, `${institutionId}:${id}`).toString('base64url').slice(0, 22);

/** The code of a row in an address. It is worked out with a key and stored nowhere: a leaked database opens no page. */
export const signedCode = (secret: Buffer, purpose: string, of: CodeOf): string =>
  `${of.institutionId.toString(36)}-${of.id.toString(36)}-${sign(keysOfInstitution(secret, purpose, of.institutionId)[0], of)}`;

/** The row of a code; null if it is none of ours. */
export function readSignedCode(secret: Buffer, purpose: string, code: string): CodeOf | null {
  const [, institution, row, signature] = /^([0-9a-z]{1,6})-([0-9a-z]{1,11})-([\w-]{22})$/.exec(code) ?? [];
  if (!signature) return null;
  const of = { institutionId: parseInt(institution!, 36), id: parseInt(row!, 36) };
  const signed = keysOfInstitution(secret, purpose, of.institutionId).map((key) =>
    timingSafeEqual(Buffer.from(signature), Buffer.from(sign(key, of))),
  );
  return signed.includes(true) ? of : null;
}
