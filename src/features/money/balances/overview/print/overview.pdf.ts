import { formatDay } from '#kernel/dates.ts';
import type { Doc } from '#kernel/pdf/document.ts';
import { figure, priced } from '#kernel/pdf/figures.ts';
import { drawLetterhead, numberPages } from '#kernel/pdf/letterhead.ts';
import { facts, heading, paragraph } from '#kernel/pdf/parts.ts';
import { table, type MarkedRow } from '#kernel/pdf/table.ts';
import { marks, title } from '#kernel/pdf/title.ts';
import { count as grouped, currencySign } from '#ui/format.ts';
import { ageKeys, ageLabels, sumOfAges } from '#features/money/invoices/dues/ages.ts';
import type { AgedRow, OverviewSheet } from './overview-data.ts';

/** What came in, what is owed by age, class and fee, and what waits, on a day. */
export default async function overviewSheet(doc: Doc, sheet: OverviewSheet): Promise<void> {
  const { letterhead, currency, day, ages, classes, fees, words: own, given } = sheet;
  const { accent } = letterhead;
  const words = `Fees and payments, ${formatDay(day)}`;
  doc.info.Title = words;
  await drawLetterhead(doc, letterhead);
  title(doc, { words: 'Fees and payments', beside: [formatDay(day), `Amounts in ${currency}`], accent });
  marks(doc, sheet.differences ? [`The books differ in ${sheet.differences} places. Have them checked first.`] : []);
  const money = (minor: number) => priced({ minor, currency });
  facts(doc, [
    { label: 'Collected today', value: money(sumOf([...sheet.collected, ...sheet.takenOff])) },
    { label: 'Outstanding', value: money(sumOfAges(ages)) },
    { label: 'Overdue', value: money(sumOfAges(ages) - ages.notDue) },
    { label: 'Not yet due', value: money(ages.notDue) },
  ]);
  heading(doc, 'Collected today', accent);
  if (sheet.collected.length + sheet.takenOff.length === 0) paragraph(doc, 'Nothing yet.');
  else
    amounts(doc, 'Channel and cashier', currency, [
      ...sheet.collected.map(({ name, count, amount }) => ({ name: `${name} (${grouped(count)})`, amount })),
      ...sheet.takenOff,
    ]);
  aged(doc, `Outstanding by ${own.class.toLowerCase()}`, own.class, classes, sheet);
  aged(doc, 'Outstanding by fee', 'Fee', fees, sheet);
  weeks(doc, sheet);
  heading(doc, `Discounts and waivers since ${formatDay(given.since)}`, accent);
  amounts(doc, 'Type', currency, given.rows);
  heading(doc, 'Largest balances', accent);
  if (sheet.debtors.length === 0) paragraph(doc, 'Nobody owes anything.');
  else
    table(
      doc,
      [{ header: 'Student', share: 4 }, { header: own.batch, share: 2 }, amountColumn(currency)],
      sheet.debtors.map(({ name, batch, owed }) => [name, batch ?? '', figure(owed)]),
      { blank: '' },
    );
  waiting(doc, sheet);
  numberPages(doc, `${words} · printed ${sheet.printedAt}`);
}

const sumOf = (rows: { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0);
const sign = (currency: string) => currencySign(currency).trim();
const amountColumn = (currency: string) => ({
  header: `Amount (${sign(currency)})`,
  share: 2,
  align: 'right' as const,
});

function amounts(doc: Doc, header: string, currency: string, rows: { name: string; amount: number }[]): void {
  const total: MarkedRow = { cells: ['Total', figure(sumOf(rows))], isBold: true };
  table(
    doc,
    [{ header, share: 5 }, amountColumn(currency)],
    [...rows.map(({ name, amount }) => [name, figure(amount)]), ...(rows.length > 1 ? [total] : [])],
  );
}

function aged(doc: Doc, words: string, header: string, rows: AgedRow[], sheet: OverviewSheet): void {
  heading(doc, words, sheet.letterhead.accent);
  if (rows.length === 0) return paragraph(doc, 'Nothing is owed.');
  const right = (name: string, share = 2) => ({ header: name, share, align: 'right' as const });
  const columns = [
    { header: `${header} (${sign(sheet.currency)})`, share: 3.4 },
    ...ageKeys.map((age) => right(ageLabels[age])),
    right('Owed', 2.2),
  ];
  const cellsOf = (row: AgedRow) => [
    row.name,
    ...ageKeys.map((key) => (row[key] ? figure(row[key]) : '')),
    figure(sumOfAges(row)),
  ];
  table(doc, columns, [...rows.map(cellsOf), { cells: cellsOf({ ...sheet.ages, name: 'Total' }), isBold: true }], {
    blank: '',
  });
}

function weeks(doc: Doc, { weeks: list, letterhead, currency }: OverviewSheet): void {
  heading(doc, 'Expected and collected by week', letterhead.accent);
  const right = (name: string) => ({ header: `${name} (${sign(currency)})`, share: 2, align: 'right' as const });
  table(
    doc,
    [{ header: 'Week of', share: 2 }, right('Expected'), right('Collected')],
    list.map(({ week, expected, collected }) => [formatDay(week), figure(expected), figure(collected)]),
  );
}

function waiting(doc: Doc, sheet: OverviewSheet): void {
  heading(doc, 'Waiting', sheet.letterhead.accent);
  if (sheet.waiting.length === 0) return paragraph(doc, 'Nothing.');
  const number = { header: 'Number', share: 1, align: 'right' as const };
  table(
    doc,
    [{ header: 'What', share: 4 }, number, amountColumn(sheet.currency)],
    sheet.waiting.map(({ words, count, amount }) => [words, grouped(count), amount === null ? '' : figure(amount)]),
    { blank: '' },
  );
}
