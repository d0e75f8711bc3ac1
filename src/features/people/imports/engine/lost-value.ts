import { quote } from './clean.ts';

const error = /^#(?:REF!|N\/A|DIV\/0!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/i;
const narrow = /^#{3,}$/;
const shortened = /^\d(?:[.,]\d+)?E\+\d{1,3}$/i;

/** A message if the spreadsheet lost the value of a cell (an error, ####, a shortened number), else null. */
export function lostValue(text: string): string | null {
  if (error.test(text)) return `${quote(text)} is a spreadsheet error. Correct the formula or type the value.`;
  if (narrow.test(text))
    return `${quote(text)} means that the column was too narrow. Widen the column, save the file and upload it again.`;
  if (shortened.test(text))
    return `${quote(text)} is a long number that the spreadsheet has shortened. Format the column as a number without decimals, save the file and upload it again.`;
  return null;
}
