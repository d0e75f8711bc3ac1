import { ink, type Doc } from '#kernel/pdf/document.ts';
import { drawLetterhead, numberPages } from '#kernel/pdf/letterhead.ts';
import { needRoom, paragraph, widthOf } from '#kernel/pdf/parts.ts';
import { table, type MarkedRow } from '#kernel/pdf/table.ts';
import { signature, title } from '#kernel/pdf/title.ts';
import { count } from '#ui/format.ts';
import type { ClearanceList, ClearanceRow } from './clearance-list.ts';

/** The clearance list of a batch, which students sign in the examination hall. */
export default async function draw(doc: Doc, list: ClearanceList): Promise<void> {
  const { letterhead, batch, rows } = list;
  doc.info.Title = `Clearance list of ${batch}`;
  await drawLetterhead(doc, letterhead);
  const cleared = rows.filter(({ isCleared }) => isCleared).length;
  title(doc, {
    words: `Clearance list, ${batch}`,
    under: list.title,
    beside: [`${count(cleared)} cleared, ${count(rows.length - cleared)} held`, `As of ${list.asOf}`],
    accent: letterhead.accent,
  });
  if (list.rule) paragraph(doc, list.rule, ink.soft);
  const columns = [
    { header: 'No.', share: 0.7, align: 'right' as const },
    { header: 'Student', share: 3.8 },
    { header: 'Admission no.', share: 1.9 },
    { header: 'Clearance', share: 3.2 },
    { header: 'Signature', share: 2.6 },
  ];
  table(doc, columns, rows.map(rowOf), { blank: '', rowHeight: 24 });
  needRoom(doc, 70);
  const y = doc.y + 42;
  const { left } = doc.page.margins;
  const line = widthOf(doc) / 2 - 18;
  signature(doc, 'Invigilator', left, y, line);
  signature(doc, 'Bursar', left + line + 36, y, line);
  numberPages(doc, `Clearance list, ${batch} · as of ${list.asOf}`);
}

const rowOf = ({ name, admissionNumber, isCleared, reason }: ClearanceRow, at: number): MarkedRow => ({
  cells: [
    String(at + 1),
    name,
    admissionNumber,
    [isCleared ? 'Cleared' : 'HELD', reason].filter(Boolean).join(': '),
    '',
  ],
  isBold: !isCleared,
});
