import { rearm } from '#kernel/export/formulas.ts';

/** Normalises a cell: composed letters, single spaces, no control characters. */
export const clean = (cell: string): string => {
  const meant = withoutMarks(cell.trimStart());
  return (ordinary.test(meant) ? meant : meant.normalize('NFC').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')).trim();
};

/** Spreadsheets keep leading zeros in ="0014" and '0014. */
const keptAsText = /^(?:="([^"]*)"\s*|'(\d[\d\s./-]*))$/;

/** Removes the marks that keep a spreadsheet from evaluating a cell, such as the apostrophe before =… in our own exports. */
function withoutMarks(cell: string): string {
  const [, quoted, number] = keptAsText.exec(cell) ?? [];
  return quoted ?? number ?? rearm(cell);
}
const ordinary = /^[!-~]*(?: [!-~]+)*$/;

/** A key for comparing names: 'JSS 1 A', 'JSS1A' and 'jss 1a' are the same. */
export const squeeze = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Truncates a long text with an ellipsis. */
export const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;

/** Quotes a value for a message and truncates it. */
export const quote = (value: string): string => `“${cut(value, 60)}”`;
