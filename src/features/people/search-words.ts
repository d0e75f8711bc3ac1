import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { soughtPhone } from '#kernel/phone.ts';
import { searchable } from '#kernel/searchable.ts';

/** The words that somebody looks for, as the search of people keeps them; more than six narrow nothing down. */
export const wordsIn = (text: string): string[] =>
  searchable(text)
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, 6);

/** The same, where a telephone number is one word however it was typed. */
export const soughtWords = (text = ''): string[] => {
  const phone = soughtPhone(text);
  return phone ? [phone] : wordsIn(text);
};

/** A word as a part of a pattern for LIKE. */
export const escaped = (word: string): string => word.replace(/[\\%_]/g, '\\$&');

/** Trigrams need three letters; shorter words match the start of a name or number. */
export function contains(table: { searchText: SQLWrapper }, word: string): SQL {
  const pattern = escaped(word);
  if (word.length >= 3) return sql`${table.searchText} like ${`%${pattern}%`}`;
  return sql`(${table.searchText} like ${`${pattern}%`} or ${table.searchText} like ${`% ${pattern}%`})`;
}
