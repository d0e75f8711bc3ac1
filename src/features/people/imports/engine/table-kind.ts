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
