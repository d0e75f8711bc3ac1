import type { AccountKind } from '#features/money/ledger/chart.ts';

/** An entry as the plain-text journal writes it. */
export interface PlainEntry {
  id: number;
  day: string;
  source: string;
  sourceId: number;
  description: string;
  currency: string;
  lines: {
    code: string;
    name: string;
    kind: AccountKind;
    amount: number;
    student: string | null;
    note: string | null;
  }[];
}

/** The names of the top accounts that hledger recognises by itself. */
const roots: Record<AccountKind, string> = {
  asset: 'Assets',
  liability: 'Liabilities',
  equity: 'Equity',
  income: 'Income',
  expense: 'Expenses',
};

/**
 * `Assets:1000 Cash`. A colon would make a sub-account, two spaces or a tab end the name, a semicolon begin a comment;
 * the code comes first, so that no name begins with a sign that has a meaning.
 */
export const plainAccount = ({ code, name, kind }: { code: string; name: string; kind: AccountKind }) =>
  `${roots[kind]}:${plainText(`${code} ${name}`).replaceAll(':', '-')}`;

/** One line without comments: a semicolon would begin one, and line breaks would end the transaction. */
export const plainText = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(';', ',')
    .trim();

/**
 * A comment behind a posting: a word with a colon would be a tag, of which `date:` changes the day, and so would a date in
 * brackets.
 */
export const plainNote = (text: string) => plainText(text).replaceAll(/[:[\]]/g, '-');

/** Exact: `-1234.50`. */
export const plainAmount = (minor: number): string => {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

export const plainHead = (
  name: string,
  currency: string,
  accounts: { code: string; name: string; kind: AccountKind }[],
) =>
  [
    `; Books of ${plainText(name)}`,
    '',
    `commodity ${currency}`,
    `    format 1,000.00 ${currency}`,
    '',
    ...accounts.map((account) => `account ${plainAccount(account)}`),
    '',
    '',
  ].join('\n');

/** A transaction with the entry's number as its code, in the format that hledger and ledger-cli read. */
export const plainEntry = ({ id, day, source, sourceId, description, currency, lines }: PlainEntry) =>
  [
    `${day} (${id}) ${plainText(description)}`,
    `    ; source: ${source}`,
    `    ; document: ${sourceId}`,
    ...lines.flatMap(({ student, note, amount, ...account }) => [
      `    ${plainAccount(account)}  ${plainAmount(amount)} ${currency}${student ? `  ; student: ${plainText(student)}` : ''}`,
      ...(note ? [`        ; note: ${plainNote(note)}`] : []),
    ]),
    '',
    '',
  ].join('\n');
