import { randomInt } from 'node:crypto';

/** Twelve digits to read out or type from a message. */
export const newDigits = () => String(randomInt(10 ** 12)).padStart(12, '0');

/** `1234 5678 9012` */
export const inGroups = (digits: string) => digits.replace(/(.{4})(?=.)/g, '$1 ');

// Without letters and digits that look alike.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** `k7wmx-3xq9p`: 49 random bits, easy to copy from paper. */
export const newRecoveryCode = () =>
  Array.from({ length: 10 }, () => letters[randomInt(letters.length)])
    .join('')
    .replace(/^.{5}/, '$&-');
