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
