import { formatDay } from '#kernel/dates.ts';
import type { Doc } from '#kernel/pdf/document.ts';
import { figure, priced } from '#kernel/pdf/figures.ts';
import { drawLetterhead, numberPages, type Letterhead } from '#kernel/pdf/letterhead.ts';
import { table, type MarkedRow } from '#kernel/pdf/table.ts';
import { title, totals } from '#kernel/pdf/title.ts';
import { currencySign } from '#ui/format.ts';

/** What a student was charged and what was paid, with the balance after each line. */
export default async function draw(doc: Doc, statement: Statement): Promise<void> {
  const { letterhead, student, currency, opening, closing } = statement;
  const period = `${formatDay(statement.from)} to ${formatDay(statement.until)}`;
  doc.info.Title = `Statement of ${student.name}, ${period}`;
  await drawLetterhead(doc, letterhead);
  title(doc, {
    words: 'Statement of account',
    under: student.name,
    beside: [period, [student.admissionNumber, student.place].filter(Boolean).join('  ·  ')],
    accent: letterhead.accent,
  });
  const sign = currencySign(currency).trim();
  const right = (header: string) => ({ header: `${header} (${sign})`, share: 2, align: 'right' as const });
  const columns = [
    { header: 'Date', share: 1.7, fits: true },
    { header: 'Details', share: 3.4 },
    { header: 'Document', share: 2.2, fits: true },
    right('Charged'),
    right('Paid'),
    right('Balance'),
  ];
  table(doc, columns, rowsOf(statement), { blank: '' });
  const debits = statement.lines.reduce((sum, { debit }) => sum + debit, 0);
  const credits = statement.lines.reduce((sum, { credit }) => sum + credit, 0);
  const money = (minor: number) => priced({ minor, currency });
  totals(doc, [
    { label: `Balance before ${formatDay(statement.from)}`, value: money(opening) },
    { label: 'Charged', value: money(debits) },
    { label: 'Paid and credited', value: money(-credits) },
    closing < 0
      ? { label: 'In credit', value: money(-closing), isMain: true }
      : { label: `Owed on ${formatDay(statement.until)}`, value: money(closing), isMain: true },
  ]);
  numberPages(doc, `Statement of ${student.name} (${student.admissionNumber}) · printed ${statement.printedAt}`);
}

function rowsOf({ opening, lines, closing, from, until, student }: Statement): MarkedRow[] {
  let balance = opening;
  const rows = lines.map(({ on, document, words, debit, credit }): MarkedRow => {
    balance += debit - credit;
    return {
      cells: [
        formatDay(on),
        words,
        document,
        debit ? figure(debit) : '',
        credit ? figure(credit) : '',
        figure(balance),
      ],
    };
  });
  if (balance !== closing)
    throw new RangeError(`Statement of ${student.admissionNumber}: its lines end at ${balance}, not at ${closing}.`);
  return [
    { cells: [formatDay(from), 'Opening balance', '', '', '', figure(opening)], isBold: true },
    ...rows,
    { cells: [formatDay(until), 'Closing balance', '', '', '', figure(closing)], isBold: true },
  ];
}

interface StatementLine {
  on: string;
  /** Number of the invoice, receipt or note. */
  document: string | null;
  words: string;
  /** Charged to the student. */
  debit: number;
  /** Paid or taken off. */
  credit: number;
}

/** A student's statement as it prints. Amounts are minor units; a balance above zero is owed. */
export interface Statement {
  letterhead: Letterhead;
  currency: string;
  student: {
    /** First Middle Surname. */
    name: string;
    admissionNumber: string;
    place: string | null;
  };
  from: string;
  until: string;
  /** Owed before `from`. */
  opening: number;
  /** By date. */
  lines: StatementLine[];
  /** Owed at the end of `until`. */
  closing: number;
  /** '21 Nov 2026, 05:10 pm', from `dateTimeText`. */
  printedAt: string;
}
