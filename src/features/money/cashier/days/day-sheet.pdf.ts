import { formatDay } from '#kernel/dates.ts';
import { ink, type Doc } from '#kernel/pdf/document.ts';
import { figure, priced } from '#kernel/pdf/figures.ts';
import { drawLetterhead, numberPages } from '#kernel/pdf/letterhead.ts';
import { facts, heading, needRoom, paragraph, widthOf } from '#kernel/pdf/parts.ts';
import { table, type MarkedRow } from '#kernel/pdf/table.ts';
import { marks, signature, title } from '#kernel/pdf/title.ts';
import { count as grouped, countOf, currencySign } from '#ui/format.ts';
import type { DayChannel, DayReceipt, DaySheet } from './day-sheet.ts';

/** A cashier's day: what was expected, what was counted, and the difference. */
export default async function daySheet(doc: Doc, day: DaySheet): Promise<void> {
  const { letterhead, cashier } = day;
  const { accent } = letterhead;
  const words = `Cashier session, ${formatDay(day.day)}`;
  doc.info.Title = `${words}, ${cashier}`;
  await drawLetterhead(doc, letterhead);
  title(doc, { words: 'Cashier session', under: cashier, beside: [formatDay(day.day)], accent });
  marks(doc, day.closedAt ? [] : ['Open: not counted and closed yet']);
  facts(doc, [
    { label: 'Opened', value: day.openedAt },
    { label: 'Closed', value: day.closedAt },
    { label: 'Approved by', value: day.approved?.by },
    { label: 'Approved', value: day.approved?.at },
  ]);
  heading(doc, 'Expected and counted', accent);
  channels(doc, day);
  if (day.firstCount) paragraph(doc, `Counted again. First count: ${day.firstCount}`);
  if (day.denominations.length > 0) denominations(doc, day, accent);
  heading(doc, 'Remark', accent);
  paragraph(doc, day.remark ?? 'None', day.remark ? ink.text : ink.faint);
  signatures(doc, day);
  if (day.receipts.length > 0) receipts(doc, day);
  numberPages(doc, `${words} · ${cashier} · printed ${day.printedAt}`);
}

const expectedOf = ({ float, received }: DayChannel) => float + received;
const differenceOf = (channel: DayChannel) => (channel.counted === null ? null : channel.counted - expectedOf(channel));
const signed = (minor: number | null) => (minor === null ? '' : `${minor > 0 ? '+' : ''}${figure(minor)}`);

function channels(doc: Doc, { channels: list, currency }: DaySheet): void {
  const sign = currencySign(currency).trim();
  const right = (header: string, share: number) => ({ header, share, align: 'right' as const });
  const columns = [
    { header: `Channel (${sign})`, share: 2.1 },
    right('Receipts', 1.2),
    right('Float', 2),
    right('Received', 2.2),
    right('Expected', 2.2),
    right('Counted', 2.2),
    right('Difference', 2.2),
  ];
  const rows = list.map((channel) => [
    channel.label,
    grouped(channel.receipts),
    channel.float ? figure(channel.float) : '',
    figure(channel.received),
    figure(expectedOf(channel)),
    channel.counted === null ? '' : figure(channel.counted),
    signed(differenceOf(channel)),
  ]);
  const sum = (of: (channel: DayChannel) => number) => list.reduce((all, channel) => all + of(channel), 0);
  const isCounted = list.every(({ counted }) => counted !== null);
  const total: MarkedRow = {
    isBold: true,
    cells: [
      'Total',
      grouped(sum(({ receipts: count }) => count)),
      figure(sum(({ float }) => float)),
      figure(sum(({ received }) => received)),
      figure(sum(expectedOf)),
      isCounted ? figure(sum(({ counted }) => counted!)) : '',
      isCounted ? signed(sum((channel) => differenceOf(channel)!)) : '',
    ],
  };
  table(doc, columns, [...rows, total], { blank: '' });
}

function denominations(doc: Doc, day: DaySheet, accent: string): void {
  const { denominations: list, currency } = day;
  const total = list.reduce((sum, { value, count }) => sum + value * count, 0);
  if (!day.channels.some(({ counted }) => counted === total))
    throw new RangeError(`Day of ${day.cashier} on ${day.day}: notes and coins of ${total} are no channel’s count.`);
  heading(doc, 'Cash counted', accent);
  const columns = [
    { header: 'Note or coin', share: 2 },
    { header: 'Pieces', share: 1.5, align: 'right' as const },
    { header: `Value (${currencySign(currency).trim()})`, share: 2.5, align: 'right' as const },
  ];
  const rows = list.map(({ value, count }) => [
    priced({ minor: value, currency }).replace(/\.00$/, ''),
    grouped(count),
    figure(value * count),
  ]);
  table(doc, columns, [...rows, { cells: ['Total', '', figure(total)], isBold: true }], { blank: '', part: 0.6 });
}

function signatures(doc: Doc, { cashier, approved }: DaySheet): void {
  needRoom(doc, 84);
  const y = doc.y + 52;
  const { left } = doc.page.margins;
  const line = widthOf(doc) / 2 - 18;
  signature(doc, `${cashier}, cashier`, left, y, line);
  signature(doc, approved ? `${approved.by}, bursar` : 'Bursar', left + line + 36, y, line);
  doc.x = left;
  doc.y = y + 30;
}

function receipts(doc: Doc, { receipts: list, letterhead }: DaySheet): void {
  heading(doc, countOf(list.length, 'receipt'), letterhead.accent);
  const columns = [
    { header: 'Receipt', share: 2.4, fits: true },
    { header: 'Time', share: 1.5 },
    { header: 'For', share: 4 },
    { header: 'Channel', share: 2 },
    { header: 'Amount', share: 2.4, align: 'right' as const },
  ];
  table(doc, columns, list.map(receiptRow));
}

const receiptRow = ({ number, time, name, channel, amount, isVoid }: DayReceipt): MarkedRow => ({
  cells: [number, time, name, channel, isVoid ? `VOID ${figure(amount)}` : figure(amount)],
  ...(isVoid && { color: ink.faint }),
});
