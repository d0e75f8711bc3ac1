import { notations, plainDecimal } from '#kernel/notation.ts';

const inNumbers = /^\d{1,4}[/.\- ]\d{1,2}[/.\- ]\d{2,4}(?:[T ,]+\d{1,2}:\d{2}.*)?$/;
const withName = /^(?:[a-z]{3,9},? )?\d{1,2}(?:st|nd|rd|th)?[ /.,-]*[a-z]{3,9}[ /.,-]+(?:\d{4}|\d{2})$/i;

/** Whether a cell looks like a date, in any order. */
export const isDateCell = (value: string): boolean => inNumbers.test(value) || withName.test(value);

/** Whether a cell is a number, in any notation, perhaps with a currency or a side. */
export function isAmountCell(value: string): boolean {
  const bare = value.replace(/^\(?\s*(?:NGN|₦|N)?\s*|\s*\)?\s*(?:CR?|DR?|K)?\.?$/gi, '');
  return /\d/.test(bare) && notations.some((notation) => plainDecimal(bare, notation) !== null);
}

/** Words of headings that are no values of a row. */
export const headingWords =
  /\b(?:surname|names?|first ?name|other ?names?|sex|gender|d\.?o\.?b|birth|date|phone|gsm|e-?mail|class|adm(?:ission)?\.? ?(?:no|number)|number|s\/?n|narration|description|remarks?|details|particulars|amount|debit|credit|balance|withdrawals?|deposits?|reference|ref)\b/i;
