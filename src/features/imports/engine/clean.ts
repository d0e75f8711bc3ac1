import { rearm } from '#kernel/export/formulas.ts';

/** A cell as its writer meant it: composed letters, single spaces, no control characters. */
export const clean = (cell: string): string => {
  const meant = withoutMarks(cell.trimStart());
  return (ordinary.test(meant) ? meant : meant.normalize('NFC').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')).trim();
};

/** ="0014" and '0014 are written so that a spreadsheet keeps the zeros. */
const keptAsText = /^(?:="([^"]*)"\s*|'(\d[\d\s./-]*))$/;

/** Without what keeps a spreadsheet from computing: the apostrophe before =… in the files we write, and others' ways. */
function withoutMarks(cell: string): string {
  const [, quoted, number] = keptAsText.exec(cell) ?? [];
  return quoted ?? number ?? rearm(cell);
}
const ordinary = /^[!-~]*(?: [!-~]+)*$/;

/** For comparing what people write: 'JSS 1 A', 'JSS1A' and 'jss 1a' are the same. */
export const squeeze = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** A long text is cut, and says so. */
export const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;

/** For messages: long values are cut. */
export const quote = (value: string): string => `“${cut(value, 60)}”`;
