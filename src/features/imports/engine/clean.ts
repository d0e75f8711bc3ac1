import { rearm } from '#kernel/export/formulas.ts';

/** A cell as its writer meant it: composed letters, single spaces, no control characters. */
export const clean = (cell: string): string => {
  // Without the apostrophe that keeps a spreadsheet from computing =…, as in the files we write.
  const meant = rearm(cell.trimStart());
  return (ordinary.test(meant) ? meant : meant.normalize('NFC').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')).trim();
};
const ordinary = /^[!-~]*(?: [!-~]+)*$/;

/** For comparing what people write: 'JSS 1 A', 'JSS1A' and 'jss 1a' are the same. */
export const squeeze = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** For messages: long values are cut. */
export const quote = (value: string): string => `“${value.length > 60 ? `${value.slice(0, 59)}…` : value}”`;
