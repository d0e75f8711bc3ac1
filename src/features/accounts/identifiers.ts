import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { readPhone } from '#kernel/phone.ts';

/** What a person typed to say who he is, in the ways accounts are found by. */
export interface Identifier {
  name: string;
  /** The phone numbers that it can be: a local one is a number in each country with such numbers. */
  phones: string[];
}

const isInternational = /^\+[1-9]\d{6,14}$/;

/** Usernames begin with a letter, so only a phone number asks for the countries of the institutions. */
export async function readIdentifier(tx: Tx, text: string): Promise<Identifier> {
  const name = text.trim().toLowerCase();
  const digits = name.replace(/[\s().\-/]/g, '').replace(/^00/, '+');
  if (!/^\+?\d{5,17}$/.test(digits)) return { name, phones: [] };
  if (digits.startsWith('+')) {
    const read = [digits, readPhone(digits, '')].filter((phone) => phone && isInternational.test(phone));
    return { name, phones: [...new Set(read)] as string[] };
  }
  const { rows } = await tx.execute<{ countries: string[] }>(sql`select akada_countries() as countries`);
  const read = rows[0]!.countries.map((country) => readPhone(digits, country)).filter((phone) => phone !== null);
  return { name, phones: [...new Set(read)] };
}

/** Under what tries are counted: a number counts however it is written. */
export const countedAs = ({ name, phones }: Identifier): string[] => (phones.length > 0 ? phones : [name]);
