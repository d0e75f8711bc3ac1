import { createHmac } from 'node:crypto';
import { keyFor } from '#kernel/secrets/sealed.ts';
import type { PaperKind } from './paper-content.ts';

/** What a seal covers, besides the seal before it. Digests are SHA-256 of what the database keeps, in hex. */
export interface SealedPaper {
  institutionId: number;
  seq: number;
  kind: PaperKind;
  number: string;
  code: string;
  issuedAt: Date;
  contentDigest: string;
  namesDigest: string;
}

/**
 * HMAC-SHA256 with a key of the institution, derived from the installation's secret. The
 * content names the student; a merge moves the paper to the kept record.
 */
export function sealPaper(secret: Buffer, previous: Buffer, paper: SealedPaper): Buffer {
  const { institutionId, seq, kind, number, code, issuedAt, contentDigest, namesDigest } = paper;
  const said = [institutionId, seq, kind, number, code, issuedAt.toISOString(), contentDigest, namesDigest];
  return createHmac('sha256', keyFor(secret, `transcripts.seal:${institutionId}`))
    .update(previous)
    .update(said.join('|'))
    .digest();
}
