import { setImmediate as breathe } from 'node:timers/promises';
import { ink, startPages, usualMargins, type Doc, type Progress, type Sheet } from '#kernel/pdf/document.ts';
import { letterheadFor, numberPages, type Letterhead } from '#kernel/pdf/letterhead.ts';
import { needRoom, paragraph, widthOf } from '#kernel/pdf/parts.ts';
import { table, type MarkedRow } from '#kernel/pdf/table.ts';
import { signature, title } from '#kernel/pdf/title.ts';
import { count } from '#ui/format.ts';

export const sheet: Sheet = { isEmpty: true };

/** The clearance lists of batches, which students sign in the examination hall. */
export default async function draw(doc: Doc, file: ClearanceFile, progress: Progress): Promise<void> {
  const { lists } = file;
  doc.info.Title = lists.length === 1 ? `Clearance list of ${lists[0]!.batch}` : 'Clearance lists';
  const drawHead = await letterheadFor(doc, file.letterhead);
  for (const [at, list] of lists.entries()) {
    startPages(doc, { size: 'A4', margins: usualMargins });
    drawHead();
    drawList(doc, list, file);
    doc.flushPages();
    progress(at + 1, lists.length);
    await breathe();
  }
}

function drawList(doc: Doc, { batch, rows }: ClearanceList, file: ClearanceFile): void {
  const cleared = rows.filter(({ isCleared }) => isCleared).length;
  title(doc, {
    words: `Clearance list, ${batch}`,
    under: file.title,
    beside: [`${count(cleared)} cleared, ${count(rows.length - cleared)} held`, `As of ${file.asOf}`],
    accent: file.letterhead.accent,
  });
  if (file.rule) paragraph(doc, file.rule, ink.soft);
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
  numberPages(doc, `Clearance list, ${batch} · as of ${file.asOf}`);
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

export interface ClearanceRow {
  /** Surname, First Middle. */
  name: string;
  admissionNumber: string;
  isCleared: boolean;
  /** Why the student is held, or why a hold is lifted. */
  reason: string | null;
}

/** Who may sit an examination, for the hall. */
interface ClearanceList {
  /** 'SS 2 A'. */
  batch: string;
  rows: ClearanceRow[];
}

/** Lists of several batches, each from a page of its own. */
export interface ClearanceFile {
  letterhead: Letterhead;
  /** 'First term examination, 2026/2027'. */
  title: string | null;
  /** The rule in words: 'Held above ₦20,000.00 or 30 days overdue'. */
  rule: string | null;
  lists: ClearanceList[];
  /** '21 Nov 2026, 08:05 am', from `dateTimeText`: payments after it are not in the list. */
  asOf: string;
}
