/** A cell as its writer meant it: composed letters, single spaces, no control characters. */
export const clean = (cell: string): string => {
  const text = ordinary.test(cell) ? cell : cell.normalize('NFC').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
  // The apostrophe that keeps a spreadsheet from computing =…, as in the files of problems we write.
  return text.trim().replace(/^'(?=[=+\-@])/, '');
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
