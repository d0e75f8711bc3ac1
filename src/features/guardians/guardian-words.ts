import { readPhone } from '#kernel/phone.ts';
import { wordsIn } from '#features/people/search-words.ts';

/** What is looked for: a whole telephone number in one piece, however it was typed; else word by word. */
export function wordsOf(q = '', countryId = 'NG'): string[] {
  // Seven digits may be a number of a town, but more often are the end of a longer one.
  const phone = q.replace(/\D/g, '').length >= 9 && readPhone(q, countryId);
  // Numbers are kept with their country, so without the 0 before them.
  return phone ? [phone] : wordsIn(q).map((word) => (/^0\d{2,}$/.test(word) ? word.slice(1) : word));
}
