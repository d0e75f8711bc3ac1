import { randomInt } from 'node:crypto';
import { keyedHash, keyFor, seal, unseal } from '#kernel/secrets/keys.ts';

export const secretDigits = 12;

/** Twelve random digits. */
export const newSecret = () => String(randomInt(10 ** secretDigits)).padStart(secretDigits, '0');

interface PinKeys {
  /** The stored hash: without the installation's key, no digits can be tried against it. */
  hash(serial: number, secret: string): Buffer;
  seal(text: string): Buffer;
  unseal(sealed: Buffer): string | null;
}

/** The keys of an institution's pins, derived from the installation's secret. */
export function pinKeys(secret: Buffer, institutionId: number): PinKeys {
  const hashKey = keyFor(secret, `pins.hash:${institutionId}`);
  const sealKey = keyFor(secret, `pins.seal:${institutionId}`);
  return {
    hash: (serial, digits) => keyedHash(hashKey, `${serial}:${digits}`),
    seal: (text) => seal(sealKey, text),
    unseal: (sealed) => unseal(sealKey, sealed),
  };
}

/** Digits as typed: with spaces or dashes. */
export const plainDigits = (text: string) => text.replace(/[\s-]/g, '');

/** A typed serial number; null if it can't be one. */
export function readSerial(text: string): number | null {
  const digits = plainDigits(text);
  return /^\d{1,12}$/.test(digits) && Number(digits) > 0 ? Number(digits) : null;
}
