import { hash, verify } from '@node-rs/argon2';
import { Refused } from '#kernel/errors.ts';
import { commonPasswords } from './common-passwords.ts';

// argon2id with OWASP's recommended parameters: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
export const shortestPassword = 10;
const longestPassword = 500;

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), cost);

let dummyHash: Promise<string> | undefined;

/**
 * Whether the password matches the hash. Takes equally long without a hash, so that it does not reveal which accounts
 * exist.
 */
export async function isPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('nobody signs in with this');
  const isRight = await verify(passwordHash ?? (await dummyHash), password.normalize('NFC'));
  return Boolean(passwordHash) && isRight;
}

/** Refuses passwords that are easy to guess. */
export function checkPassword(field: string, password: string, username: string): void {
  const plain = password.normalize('NFC').toLowerCase();
  if (plain.length < shortestPassword) {
    throw new Refused(
      field,
      `Use at least ${shortestPassword} characters. Several words in a row are easy to remember.`,
    );
  }
  if (plain.length > longestPassword) throw new Refused(field, `Use at most ${longestPassword} characters.`);
  if (plain.includes(username.toLowerCase())) throw new Refused(field, 'Don’t include your username in the password.');
  if (new Set(plain).size < 4 || commonPasswords.has(plain.replace(/[^a-z0-9]/g, ''))) {
    throw new Refused(field, 'This password is too common and easy to guess. Choose a different one.');
  }
}
