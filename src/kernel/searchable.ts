/** Text as part of a LIKE pattern, with its wildcards escaped. */
export const literally = (words: string): string => words.replace(/[\\%_]/g, '\\$&');

/** As the database's akada_searchable(): lower case, no accents, no apostrophes. */
export const searchable = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036F'\u2019`]/g, '')
    .toLowerCase();
