import { formatDay } from '#kernel/dates.ts';
import type { Doc } from '#kernel/pdf/document.ts';
import { figure, priced } from '#kernel/pdf/figures.ts';
import { drawLetterhead, numberPages } from '#kernel/pdf/letterhead.ts';
import { facts, heading, paragraph } from '#kernel/pdf/parts.ts';
import { table } from '#kernel/pdf/table.ts';
import { marks, title } from '#kernel/pdf/title.ts';
import { count as grouped, countOf, currencySign } from '#ui/format.ts';
import { itemLabels } from '../reconciliation-labels.ts';
import type { ReconciliationSheet } from './sheet-data.ts';

/** Both balances of a bank account, what explains their difference, and what no bank had shown. */
export default async function reconciliationSheet(doc: Doc, sheet: ReconciliationSheet): Promise<void> {
  const { letterhead, currency, through, items, unseen } = sheet;
  const { accent } = letterhead;
  const words = `Bank reconciliation, ${formatDay(through)}`;
  const money = (minor: number) => priced({ minor, currency });
  doc.info.Title = words;
  await drawLetterhead(doc, letterhead);
  title(doc, { words: 'Bank reconciliation', under: sheet.account, beside: [formatDay(through)], accent });
  marks(doc, sheet.warnings);
  facts(doc, [
    { label: 'Balance of the statement', value: money(sheet.statementBalance) },
    { label: 'Balance of the books', value: money(sheet.bookBalance) },
    { label: 'Books with explained items', value: money(sheet.adjusted) },
    { label: 'Difference', value: money(sheet.statementBalance - sheet.adjusted) },
    { label: 'Closed by', value: sheet.closed.by },
    { label: 'Closed', value: sheet.closed.at },
  ]);
  const sign = currencySign(currency).trim();
  const right = (header: string, share: number) => ({ header, share, align: 'right' as const });
  for (const kind of ['entry', 'line'] as const) {
    heading(doc, itemLabels[kind], accent);
    const rows = items.filter((item) => item.kind === kind);
    if (rows.length === 0) paragraph(doc, 'Nothing.');
    else
      table(
        doc,
        [
          { header: 'Day', share: 1.4 },
          { header: 'What', share: 3 },
          { header: 'Explanation', share: 3 },
          right('Age (days)', 1.1),
          right(`Amount (${sign})`, 1.8),
        ],
        rows.map(({ day, words: what, explanation, isSettled, age, amount }) => [
          formatDay(day),
          what,
          `${explanation ?? ''}${isSettled ? ' (in both balances)' : ''}`,
          grouped(age),
          figure(amount),
        ]),
        { blank: '' },
      );
  }
  heading(doc, 'Received, not seen at any bank', accent);
  if (unseen.length === 0) paragraph(doc, 'Nothing.');
  else
    table(
      doc,
      [
        { header: 'Channel', share: 3 },
        { header: 'Oldest', share: 2 },
        right('Payments', 1.4),
        right(`Amount (${sign})`, 2),
      ],
      unseen.map(({ channel, count, amount, oldest }) => [
        channel,
        countOf(oldest, 'day'),
        grouped(count),
        figure(amount),
      ]),
    );
  numberPages(doc, `${words} · printed ${sheet.printedAt}`);
}
