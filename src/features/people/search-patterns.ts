import { sql, type Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm';
import { literally } from '#kernel/searchable.ts';

/** How LIKE looks for one word: a pattern, or either of two. */
export type Patterns = (string | Placeholder)[];

/** Trigrams need three letters; shorter words match the start of a name or number. */
export const patternsOf = (words: string[]): string[][] =>
  words.map(literally).map((word, at) => (words[at]!.length >= 3 ? [`%${word}%`] : [`${word}%`, `% ${word}%`]));

const nameOf = (word: number, which: number) => `word ${word}.${which}`;

/** The patterns' places in a statement that is kept for other words. */
export const placesFor = (patterns: string[][]): Placeholder[][] =>
  patterns.map((some, word) => some.map((_, which) => sql.placeholder(nameOf(word, which))));

/** What stands in those places. */
export const valuesFor = (patterns: string[][]): Record<string, string> =>
  Object.fromEntries(patterns.flatMap((some, word) => some.map((one, which) => [nameOf(word, which), one])));

export const matches = (text: SQLWrapper, patterns: Patterns): SQL =>
  sql`(${sql.join(
    patterns.map((pattern) => sql`${text} like ${pattern}`),
    sql` or `,
  )})`;
