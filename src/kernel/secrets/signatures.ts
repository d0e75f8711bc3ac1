import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { hashToken } from './keys.ts';

export interface SignedRequest {
  /** The body as received, byte for byte. */
  raw: Buffer;
  headers: IncomingHttpHeaders;
  /** The path and query as they were called. */
  url: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** Whether a request was signed with the secret. Constant time. */
export type Verifier = (signed: SignedRequest, secret: string) => boolean;

/** A header with an HMAC of the body, like Paystack's x-paystack-signature (SHA-512 in hex). */
export const hmacOfBody =
  (header: string, algorithm: 'sha256' | 'sha512', encoding: 'hex' | 'base64' = 'hex'): Verifier =>
  ({ raw, headers }, secret) =>
    same(headers[header], createHmac(algorithm, secret).update(raw).digest(encoding));

/** A header with the secret itself, like Flutterwave's verif-hash. */
export const secretInHeader =
  (header: string): Verifier =>
  ({ headers }, secret) =>
    same(headers[header], secret);

/** A secret in the query of the address, for programs that sign nothing: `?secret=…`. */
export const secretInAddress: Verifier = ({ url }, secret) =>
  same(URL.parse(url, 'https://akada.invalid')?.searchParams.get('secret') ?? undefined, secret);

/** Compares hashes, so that timing reveals neither the length nor the position of a difference. */
export function same(given: string | string[] | undefined, expected: string): boolean {
  return timingSafeEqual(hashToken(typeof given === 'string' ? given : ''), hashToken(expected)) && expected !== '';
}
