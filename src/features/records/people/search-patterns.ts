import { sql, type Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm';
import { literally, searchable } from '#kernel/searchable.ts';
import { soughtPhone } from '#kernel/phone.ts';

type Pattern = string | Placeholder;

/** How one word of a search is found. */
export interface Patterns {
  /** The LIKE pattern, or two alternatives. */
  likes: Pattern[];
  /** A broader pattern for the index, for words with a slash or a hyphen. */
  broader?: Pattern;
}

/** Trigrams need three letters; shorter words match only the start of a name or number. */
export const patternsOf = (words: string[]): Patterns[] =>
  words.map((word) => {
    const escaped = literally(word);
    const broader = broaderPattern(word);
    if (word.length < 3) return { likes: [`${escaped}%`, `% ${escaped}%`] };
    return { likes: [`%${escaped}%`], ...(broader && { broader }) };
  });

/**
 * For '2016/0001234' only '0001234' is looked up in the index. A slash or a hyphen begins a new word in trigrams, and
 * nearly every student has a number that begins with zero: PostgreSQL would read those trigrams to their end.
 */
function broaderPattern(word: string): string | undefined {
  const runs = word.split(/[^\p{L}\p{N}]+/u);
  if (runs.length === 1) return undefined;
  const long = runs.filter((run) => run.length > 4);
  const found = long.length ? long : runs.filter((run) => run.length > 2);
  return found.length ? `%${found.join('%')}%` : undefined;
}

/** The kind of statement that the patterns need, for the key of a cached one. */
export const shapeOf = (patterns: Patterns[]) =>
  patterns.map(({ likes, broader }) => (broader === undefined ? likes.length : 'broader'));

const nameOf = (word: number, which: number | 'broader') => `word ${word}.${which}`;

/** Placeholders for the patterns in a cached statement. */
export const placesFor = (patterns: Patterns[]): Patterns[] =>
  patterns.map(({ likes, broader }, word) => ({
    likes: likes.map((_, which) => sql.placeholder(nameOf(word, which))),
    ...(broader !== undefined && { broader: sql.placeholder(nameOf(word, 'broader')) }),
  }));

/** The values for those placeholders. */
export const valuesFor = (patterns: Patterns[]): Record<string, Pattern> =>
  Object.fromEntries(
    patterns.flatMap(({ likes, broader }, word) => [
      ...likes.map((like, which) => [nameOf(word, which), like] as const),
      ...(broader === undefined ? [] : [[nameOf(word, 'broader'), broader] as const]),
    ]),
  );

export const matches = (text: SQLWrapper, { likes, broader }: Patterns): SQL => {
  // With `|| ''` the exact pattern is compared row by row: the index is asked for the broader one alone.
  if (broader !== undefined) return sql`(${text} like ${broader} and ${text} || '' like ${likes[0]})`;
  return sql`(${sql.join(
    likes.map((like) => sql`${text} like ${like}`),
    sql` or `,
  )})`;
};

/** The words of a search, normalised as in the search text. At most six. */
export const wordsIn = (text: string): string[] =>
  searchable(text)
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, 6);

/** The same, with a phone number as one word, however it is typed. */
export const searchWords = (text = ''): string[] => {
  const phone = soughtPhone(text);
  return phone ? [phone] : wordsIn(text);
};
