import { isUtf8 } from 'node:buffer';
import { legacyEncodingOf, type LegacyEncoding, type Reading } from './legacy-encodings.ts';
import { maxBytes } from './limits.ts';
import { Unreadable } from './headers.ts';

/** What a file is expected to be: its words, and how to find its headings. */
interface Expected {
  /** 'a list of people'. */
  what: string;
  /** 'a row for each person'. */
  rows: string;
  /** How many rows may be above the headings. */
  mostTitles: number;
  /** Whether these cells are the headings. */
  isHeading: (cells: string[]) => boolean;
  /** Columns without a heading, or with the same one, get a name of their own instead of a refusal. */
  namesColumns: boolean;
}

const filled = (cells: string[]) => cells.filter((cell) => cell.trim());

export const tableKinds = {
  people: {
    what: 'a list of people',
    rows: 'a row for each person',
    mostTitles: 10,
    namesColumns: false,
    isHeading: (cells) => filled(cells).length > 2,
  },
  // Banks print the account, its holder and balances above the table, in rows of any width.
  statement: {
    what: 'a bank statement',
    rows: 'a row for each transaction',
    mostTitles: 60,
    namesColumns: true,
    isHeading: (cells) =>
      filled(cells).length > 2 &&
      cells.some((cell) => cell.length < 40 && /date/i.test(cell)) &&
      cells.some(
        (cell) =>
          cell.length < 40 &&
          /amount|debit|credit|withdraw|deposit|lodg|pa(y|id)[ -]?(in|out)|money|\b[dc]r\b/i.test(cell),
      ),
  },
  marks: {
    what: 'a list of marks',
    rows: 'a row for each applicant',
    mostTitles: 10,
    namesColumns: false,
    isHeading: (cells) => filled(cells).length > 1,
  },
  fees: {
    what: 'a list of fees',
    rows: 'a row for each item',
    mostTitles: 10,
    namesColumns: false,
    isHeading: (cells) => filled(cells).length > 1,
  },
} satisfies Record<string, Expected>;
export type TableKind = keyof typeof tableKinds;

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | LegacyEncoding;
/** `readings` where the encoding is in doubt. */
type Sniffed = { kind: 'xlsx' } | { kind: 'csv'; encoding: Encoding; readings?: Reading[] };

const foreign: [signature: string, what: string][] = [
  ['89504e470d0a1a0a', 'an image (PNG)'],
  ['ffd8ff', 'an image (JPEG)'],
  ['47494638', 'an image (GIF)'],
  ['52494646', 'an image or audio file'],
  ['25504446', 'a PDF document'],
  ['7b5c727466', 'a text document (RTF)'],
  ['1f8b', 'a compressed file'],
  ['526172211a07', 'a compressed file (RAR)'],
  ['377abcaf271c', 'a compressed file (7z)'],
];
const choose = 'Choose a CSV or Excel (.xlsx) file.';

/** Detects the file type from its content, and refuses files that are not tables. */
export function sniff(bytes: Buffer, kind: TableKind = 'people'): Sniffed {
  const { what } = tableKinds[kind];
  if (bytes.length > maxBytes) throw new Unreadable('The file is larger than 20 MB. Split it into smaller files.');
  const head = bytes.subarray(0, 16).toString('hex');
  if (head.startsWith('504b0304')) return { kind: 'xlsx' };
  if (head.startsWith('d0cf11e0a1b11ae1')) {
    throw new Unreadable(
      'This is an old Excel file (.xls) or one with a password. Open it in Excel and save it as “Excel Workbook (.xlsx)” without a password.',
    );
  }
  const other = foreign.find(([signature]) => head.startsWith(signature));
  if (other) throw new Unreadable(`This is ${other[1]}, not ${what}. ${choose}`);
  const { encoding, ...doubt } = encodingOf(bytes);
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be' && bytes.includes(0)) {
    throw new Unreadable(`This file can’t be read as ${what}. ${choose}`);
  }
  if (
    /^\ufeff?\s*<(?:!doctype|html|table|\?xml|meta)/i.test(
      new TextDecoder(encoding === 'cp850' ? 'latin1' : encoding).decode(bytes.subarray(0, 200)),
    )
  )
    throw new Unreadable(
      'This is a web page that a program saved as an “Excel” file. Open it in Excel, save it as “Excel Workbook (.xlsx)” and upload that.',
    );
  return { kind: 'csv', encoding, ...doubt };
}

function encodingOf(bytes: Buffer): { encoding: Encoding; readings?: Reading[] } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le' };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be' };
  const unmarked = unmarkedUtf16(bytes);
  if (unmarked) return { encoding: unmarked };
  return isUtf8(bytes) ? { encoding: 'utf-8' } : legacyEncodingOf(bytes);
}

/** Detects UTF-16 without a byte order mark: in Latin text every other byte is zero. */
function unmarkedUtf16(bytes: Buffer): Encoding | null {
  const head = bytes.subarray(0, 2000);
  let even = 0;
  let odd = 0;
  head.forEach((byte, at) => {
    if (byte === 0 && at % 2) odd++;
    else if (byte === 0) even++;
  });
  if (odd > head.length * 0.4 && even === 0) return 'utf-16le';
  if (even > head.length * 0.4 && odd === 0) return 'utf-16be';
  return null;
}
