import { createHmac, createSecretKey } from 'node:crypto';
import { keyFor } from '#kernel/secrets/sealed.ts';

/** What a seal covers, besides the seal before it. */
export interface Sealed {
  seq: number;
  termId: number;
  batchId: number;
  code: string;
  publishedAt: Date;
  /** SHA-256 of the content as the database writes it; the student is in it. */
  digest: Buffer;
}

export type Sealer = (previous: Buffer, one: Sealed) => Buffer;

/** Of the first result of an institution. */
export const noSeal = Buffer.alloc(32);

/**
 * HMAC-SHA256 with a key of the institution, derived from the installation's secret, over the seal before and all that is
 * published. Nobody can make one by writing to the database alone.
 */
export function sealer(secret: Buffer, institutionId: number): Sealer {
  const key = createSecretKey(keyFor(secret, `results.seal:${institutionId}`));
  return (previous, { seq, termId, batchId, code, publishedAt, digest }) => {
    const said = [institutionId, seq, termId, batchId, code, publishedAt.toISOString(), digest.toString('hex')];
    return createHmac('sha256', key).update(previous).update(said.join('|')).digest();
  };
}
