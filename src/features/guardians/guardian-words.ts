import { readPhone } from '#kernel/phone.ts';

/** As in the database's akada_searchable(): lower case, no accents, no apostrophes. */
const searchable = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’`]/g, '')
    .toLowerCase();

/** What is looked for: a whole telephone number in one piece, however it was typed; else word by word. */
export function wordsOf(q = '', countryId = 'NG'): string[] {
  // Seven digits may be a number of a town, but more often are the end of a longer one.
  const phone = q.replace(/\D/g, '').length >= 9 && readPhone(q, countryId);
  if (phone) return [phone];
  return (
    searchable(q)
      .split(/[\s,]+/)
      .filter(Boolean)
      .slice(0, 6)
      // Numbers are kept with their country, so without the 0 before them.
      .map((word) => (/^0\d{2,}$/.test(word) ? word.slice(1) : word))
  );
}
