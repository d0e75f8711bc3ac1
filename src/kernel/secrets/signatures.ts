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

/**
 * A header `t=1700000000,v1=…` with the time in seconds and an HMAC-SHA256 of `time.body`, like Stripe's. Signatures
 * outside the tolerance, past or future, are invalid. There may be several `v1` while secrets change.
 */
export const timestampedHmac =
  (header: string, toleranceSeconds = 300): Verifier =>
  ({ raw, headers, now }, secret) => {
    const parts = String(headers[header] ?? '')
      .split(',')
      .map((part) => part.trim());
    const time = parts.find((part) => part.startsWith('t='))?.slice(2) ?? '';
    if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > toleranceSeconds) return false;
    const expected = createHmac('sha256', secret).update(`${time}.`).update(raw).digest('hex');
    return parts.filter((part) => part.startsWith('v1=') && same(part.slice(3), expected)).length > 0;
  };

/** A secret in the query of the address, for programs that sign nothing: `?secret=…`. */
export const secretInAddress: Verifier = ({ url }, secret) =>
  same(URL.parse(url, 'https://akada.invalid')?.searchParams.get('secret') ?? undefined, secret);

/** Compares hashes, so that timing reveals neither the length nor the position of a difference. */
export function same(given: string | string[] | undefined, expected: string): boolean {
  return timingSafeEqual(hashToken(typeof given === 'string' ? given : ''), hashToken(expected)) && expected !== '';
}
