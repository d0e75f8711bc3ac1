import { quote } from './clean.ts';

const error = /^#(?:REF!|N\/A|DIV\/0!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/i;
const narrow = /^#{3,}$/;
const shortened = /^\d(?:[.,]\d+)?E\+\d{1,3}$/i;

/** What a spreadsheet wrote in place of a value, which the file then does not hold; in words, or null. */
export function lostValue(text: string): string | null {
  if (error.test(text))
    return `${quote(text)} is an error of the spreadsheet. Correct its formula, or type what is meant.`;
  if (narrow.test(text))
    return `${quote(text)} stands where a column was too narrow. Widen the column, save the file and upload it again.`;
  if (shortened.test(text))
    return `${quote(text)} is a long number that the spreadsheet shortened. Format the column as a number without decimals, save the file and upload it again.`;
  return null;
}
