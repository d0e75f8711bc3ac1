import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import { cachedByKey } from '#kernel/cached-by-key.ts';

const size = 16;

/**
 * A token bound to the browser's session or visitor cookie and masked differently each time, so that compressed pages
 * that echo user input reveal nothing about it.
 */
export function csrfToken(secret: Buffer, browser: string): string {
  const mask = randomBytes(size);
  return Buffer.concat([mask, xor(plain(secret, browser), mask)]).toString('base64url');
}

export function isCsrfToken(secret: Buffer, browser: string, token: unknown): boolean {
  if (typeof token !== 'string') return false;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 2 * size) return false;
  return timingSafeEqual(xor(bytes.subarray(size), bytes.subarray(0, size)), plain(secret, browser));
}

/** As a key, made once: from its bytes Node would make one each time, which takes four times as long as the rest. */
const keyOf = cachedByKey((secret: Buffer) => createSecretKey(secret));

const plain = (secret: Buffer, browser: string) =>
  createHmac('sha256', keyOf(secret)).update(`csrf:${browser}`).digest().subarray(0, size);
const xor = (a: Buffer, b: Buffer) => Buffer.from(a.map((byte, at) => byte ^ b[at]!));
