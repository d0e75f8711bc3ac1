import { sql, type Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm';
import { literally } from '#kernel/searchable.ts';

/** The LIKE patterns for one word: one, or two alternatives. */
export type Patterns = (string | Placeholder)[];

/** Trigrams need three letters; shorter words match only the start of a name or number. */
export const patternsOf = (words: string[]): string[][] =>
  words.map(literally).map((word, at) => (words[at]!.length >= 3 ? [`%${word}%`] : [`${word}%`, `% ${word}%`]));

const nameOf = (word: number, which: number) => `word ${word}.${which}`;

/** Placeholders for the patterns in a cached statement. */
export const placesFor = (patterns: string[][]): Placeholder[][] =>
  patterns.map((some, word) => some.map((_, which) => sql.placeholder(nameOf(word, which))));

/** The values for those placeholders. */
export const valuesFor = (patterns: string[][]): Record<string, string> =>
  Object.fromEntries(patterns.flatMap((some, word) => some.map((one, which) => [nameOf(word, which), one])));

export const matches = (text: SQLWrapper, patterns: Patterns): SQL =>
  sql`(${sql.join(
    patterns.map((pattern) => sql`${text} like ${pattern}`),
    sql` or `,
  )})`;
