import { readPhone } from '#kernel/phone.ts';
import { wordsIn } from '#features/records/people/search-words.ts';

/** The words to search for. A phone number is one word, however it is typed. */
export function wordsOf(q = '', countryId = 'NG'): string[] {
  // Seven digits can be a local number, but are more often the end of a longer one.
  const phone = q.replace(/\D/g, '').length >= 9 && readPhone(q, countryId);
  // Numbers are stored with the country code, so without the leading 0.
  return phone ? [phone] : wordsIn(q).map((word) => (/^0\d{2,}$/.test(word) ? word.slice(1) : word));
}
