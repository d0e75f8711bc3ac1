import type { Doc, Progress } from '#kernel/pdf/document.ts';
import { drawLetterhead, numberPages, type Letterhead } from '#kernel/pdf/letterhead.ts';
import { facts, heading } from '#kernel/pdf/parts.ts';
import { table, type Column } from '#kernel/pdf/table.ts';

interface Sample {
  letterhead: Letterhead;
  rows: number;
  fails?: boolean;
  hangs?: boolean;
  table?: { columns: Column[]; rows: string[][] };
}

/** A sheet for the tests of the kernel's PDFs. */
export default async function sample(
  doc: Doc,
  { letterhead, rows, fails, hangs, table: other }: Sample,
  progress: Progress,
): Promise<void> {
  progress(0, rows);
  if (fails) throw new Error('no such ink');
  // oxlint-disable-next-line no-unmodified-loop-condition
  while (hangs);
  await drawLetterhead(doc, letterhead);
  heading(doc, 'Receipts', letterhead.accent);
  facts(doc, [
    { label: 'Name', value: 'Ṣẹ́gun Ɓala Ɗanjuma Ƙasim' },
    { label: 'Number', value: '2026/0014' },
  ]);
  const columns = [
    { header: 'No.', share: 1 },
    { header: 'For', share: 4 },
    { header: 'Amount', share: 2, align: 'right' as const },
  ];
  table(
    doc,
    columns,
    Array.from({ length: rows }, (_, at) => [String(at + 1), 'Ẹ̀kọ́ ọ̀fẹ́', '₦12,500.00']),
  );
  if (other) table(doc, other.columns, other.rows);
  numberPages(doc, 'A sample');
}
