import { createHmac } from 'node:crypto';
import { keyFor } from '#kernel/secrets/sealed.ts';

/** What a seal covers, besides the seal before it. */
export interface Sealed {
  institutionId: number;
  seq: number;
  termId: number;
  batchId: number;
  code: string;
  publishedAt: Date;
  /** SHA-256 of the content as the database writes it; the student is in it. */
  digest: Buffer;
}

/** Of the first result of an institution. */
export const noSeal = Buffer.alloc(32);

/**
 * HMAC-SHA256 with a key of the institution, derived from the installation's secret, over the seal before and all that is
 * published. Nobody can make one by writing to the database alone.
 */
export function sealOf(secret: Buffer, previous: Buffer, one: Sealed): Buffer {
  const { institutionId, seq, termId, batchId, code, publishedAt, digest } = one;
  const said = [institutionId, seq, termId, batchId, code, publishedAt.toISOString(), digest.toString('hex')];
  return createHmac('sha256', keyFor(secret, `results.seal:${institutionId}`))
    .update(previous)
    .update(said.join('|'))
    .digest();
}
