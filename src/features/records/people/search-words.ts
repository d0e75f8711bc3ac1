import { soughtPhone } from '#kernel/phone.ts';
import { searchable } from '#kernel/searchable.ts';

/** The words of a search, normalised as in the search text. At most six. */
export const wordsIn = (text: string): string[] =>
  searchable(text)
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, 6);

/** The same, with a phone number as one word, however it is typed. */
export const soughtWords = (text = ''): string[] => {
  const phone = soughtPhone(text);
  return phone ? [phone] : wordsIn(text);
};
