import { sql } from 'drizzle-orm';
import { query, render, type Tx } from '#kernel/database.ts';
import { readPhone } from '#kernel/phone.ts';

/** The typed username, e-mail or phone, in the forms accounts are found by. */
export interface Identifier {
  name: string;
  /** The phone numbers it can mean: a local number is read for each country in use. */
  phones: string[];
}

const isInternational = /^\+[1-9]\d{6,14}$/;

/** Usernames start with a letter, so only phone numbers need the institutions' countries. */
export async function readIdentifier(tx: Tx, text: string): Promise<Identifier> {
  const name = text.trim().toLowerCase();
  const digits = name.replace(/[\s().\-/]/g, '').replace(/^00/, '+');
  if (!/^\+?\d{5,17}$/.test(digits)) return { name, phones: [] };
  if (digits.startsWith('+')) {
    const read = [digits, readPhone(digits, '')].filter((phone) => phone && isInternational.test(phone));
    return { name, phones: [...new Set(read)] as string[] };
  }
  const rows = await query<{ countries: string[] }>(tx, render(sql`select akada_countries() as countries`));
  const read = rows[0]!.countries.map((country) => readPhone(digits, country)).filter((phone) => phone !== null);
  return { name, phones: [...new Set(read)] };
}

/** The keys to count attempts under: a phone number counts the same however it is written. */
export const countedAs = ({ name, phones }: Identifier): string[] => (phones.length > 0 ? phones : [name]);
