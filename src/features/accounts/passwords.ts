import { hash, verify } from '@node-rs/argon2';
import { Refused } from '#kernel/errors.ts';
import { commonPasswords } from './common-passwords.ts';

// argon2id as OWASP recommends it: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
export const shortestPassword = 10;
const longestPassword = 500;

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), cost);

let nobodys: Promise<string> | undefined;

/** Whether the password is the one of the hash. Takes as long when there is no hash: nobody learns who exists. */
export async function isPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  nobodys ??= hashPassword('nobody signs in with this');
  const isRight = await verify(passwordHash ?? (await nobodys), password.normalize('NFC'));
  return Boolean(passwordHash) && isRight;
}

/** Refuses what is guessed first, and says why. */
export function checkPassword(field: string, password: string, username: string): void {
  const plain = password.normalize('NFC').toLowerCase();
  if (plain.length < shortestPassword) {
    throw new Refused(field, `Use at least ${shortestPassword} characters. A few words in a row are easy to remember.`);
  }
  if (plain.length > longestPassword) throw new Refused(field, `Use at most ${longestPassword} characters.`);
  if (plain.includes(username.toLowerCase())) throw new Refused(field, 'Leave your username out of the password.');
  if (new Set(plain).size < 4 || commonPasswords.has(plain.replace(/[^a-z0-9]/g, ''))) {
    throw new Refused(field, 'Many people use this password, so it is guessed first. Choose another.');
  }
}
