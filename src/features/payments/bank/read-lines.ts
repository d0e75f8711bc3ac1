import { createHash } from 'node:crypto';
import type { Day } from '#kernel/dates.ts';
import { decimal, largestAmount } from '#kernel/money.ts';
import { clean, cut, quote } from '#features/imports/engine/clean.ts';
import type { DateOrder } from '#features/imports/engine/date-order.ts';
import { dateHint, missingDate, readDate } from '#features/imports/engine/read-date.ts';
import type { SourceRow } from '#features/imports/engine/table.ts';
import type { RowProblem } from './bank.schema.ts';
import { parseStatementAmount } from './parse-amount.ts';
import type { StatementField } from './statement-fields.ts';

export interface ReadLine {
  rowNumber: number;
  day: Day;
  amount: number;
  reference: string | null;
  narration: string | null;
  fingerprint: string;
  /** With the apostrophe that lines read before still have in theirs. */
  formerFingerprint: string;
  ordinal: number;
}

interface Reading {
  mapping: (StatementField | null)[];
  order: DateOrder;
  today: Day;
}

const earliest = '2000-01-01';

/** The lines of a statement. Rows that are neither a line nor blank, such as an impossible date, are problems. */
export function readLines(rows: SourceRow[], { mapping, order, today }: Reading) {
  const lines: ReadLine[] = [];
  const problems: RowProblem[] = [];
  const equal = new Map<string, number>();
  for (const { number, cells } of rows) {
    const marked = (field: StatementField) => clean(cells[mapping.indexOf(field)] ?? '');
    const cell = (field: StatementField) => withoutTextMark(marked(field));
    try {
      const amount = amountOf(cell);
      // Opening balances and wrapped narrations have no amount.
      if (amount === null) continue;
      const line = {
        ...{ rowNumber: number, day: dayOf(cell('date'), order, today), amount },
        reference: cut(cell('reference'), 100) || null,
        narration: cut(cell('narration'), 500) || null,
      };
      const fingerprint = fingerprintOf(line);
      const ordinal = (equal.get(fingerprint) ?? 0) + 1;
      equal.set(fingerprint, ordinal);
      const formerFingerprint = fingerprintOf({
        day: line.day,
        amount,
        reference: cut(marked('reference'), 100) || null,
        narration: cut(marked('narration'), 500) || null,
      });
      lines.push({ ...line, fingerprint, formerFingerprint, ordinal });
    } catch (error) {
      if (!(error instanceof BadRow)) throw error;
      problems.push({ row: number, message: error.message });
    }
  }
  return { lines, problems };
}

/** Spreadsheets mark a cell as text with an apostrophe, which some banks export. */
const withoutTextMark = (cell: string) => cell.replace(/^['‘’]\s*(?=[\p{L}\p{N}])/u, '');

class BadRow extends Error {}

function amountOf(cell: (field: StatementField) => string): number | null {
  const [one, credit, debit] = (['amount', 'credit', 'debit'] as const).map((field) => parsed(cell(field), field)) as [
    number,
    number,
    number,
  ];
  if (credit && debit) throw new BadRow('It has money in and money out. A row can have only one of them.');
  const isOut = /^d/i.test(cell('direction'));
  const amount = one ? (isOut ? -Math.abs(one) : one) : credit || -Math.abs(debit);
  if (Math.abs(amount) > largestAmount) throw new BadRow(`The amount is above ${decimal(largestAmount)}.`);
  return amount === 0 ? null : amount;
}

function parsed(text: string, field: 'amount' | 'credit' | 'debit'): number {
  if (!text || /^[-–—]+$/.test(text)) return 0;
  const minor = parseStatementAmount(text);
  if (minor === null) throw new BadRow(`${quote(text)} is not an amount. Use digits, such as 12,500.00.`);
  return field === 'credit' && /dr\.?$/i.test(text) ? -Math.abs(minor) : minor;
}

function dayOf(text: string, order: DateOrder, today: Day): Day {
  if (!text) throw new BadRow('It has an amount but no date.');
  const day = readDate(text, order, today);
  if (!day) throw new BadRow(missingDate(text, order, today) ?? `${quote(text)} is not a date. ${dateHint(order)}`);
  if (day > today) throw new BadRow(`${quote(text)} is in the future. Check the date format.`);
  if (day < earliest) throw new BadRow(`${quote(text)} is before the year 2000. Check the date format.`);
  return day;
}

/** The same for a line however a file writes it: capitals, spaces and separators don't count. */
const fingerprintOf = ({
  day,
  amount,
  reference,
  narration,
}: Pick<ReadLine, 'day' | 'amount' | 'reference' | 'narration'>) =>
  createHash('sha256')
    .update(JSON.stringify([day, amount, plain(reference), plain(narration)]))
    .digest('hex');

const plain = (text: string | null) => (text ?? '').toUpperCase().replace(/\s+/g, ' ').trim();
