import { ink, type Doc, type Sheet } from '#kernel/pdf/document.ts';
import { drawLetterhead, numberPages, type Letterhead } from '#kernel/pdf/letterhead.ts';
import { needRoom, paragraph, widthOf } from '#kernel/pdf/parts.ts';
import { stampPages } from '#kernel/pdf/stamp.ts';
import { table, type Column } from '#kernel/pdf/table.ts';
import { signature, title } from '#kernel/pdf/title.ts';
import { countOf } from '#ui/format.ts';
import type { ResultSheet } from '../term-results/find-sheet.ts';
import { resultStateLabels } from '../term-results/shown-results.ts';
import { semesterColumns } from './semester-columns.ts';
import type { SemesterSheet } from './semester-sheet.ts';

export interface SemesterSheetFile {
  letterhead: Letterhead;
  sheet: ResultSheet;
  result: SemesterSheet;
}

// A3, landscape.
export const sheet: Sheet = { size: [1190.55, 841.89], margins: { top: 36, right: 36, bottom: 48, left: 36 } };

/** A semester result sheet, as a board of examiners signs it. The head is repeated on each page. */
export default async function draw(doc: Doc, { letterhead, sheet, result }: SemesterSheetFile): Promise<void> {
  const { batch, term, session, program, className, state } = sheet;
  const { courses, rows, states, hasGaps } = result;
  const isPreview = state !== 'published';
  doc.info.Title = `Semester result sheet ${batch}, ${term}, ${session}`;
  await drawLetterhead(doc, letterhead);
  title(doc, {
    words: `Semester result sheet, ${batch}`,
    under: `${term}, ${session} · ${program} · ${className}`,
    beside: [countOf(rows.length, 'student'), isPreview ? 'Preview: not published' : null],
    accent: letterhead.accent,
  });
  const columns: Column[] = [
    { header: '', share: 1, align: 'right' },
    { header: 'Student', share: 8 },
    { header: 'Number', share: 4, fits: true },
    ...courses.map(({ code, units }): Column => ({
      header: `${code} (${units})`,
      share: 3.4,
      align: 'right',
      wrapsHead: true,
    })),
    ...semesterColumns.map(({ group, label }): Column => ({
      header: `${shortGroup[group]} ${label}`,
      share: 2.4,
      align: 'right',
      wrapsHead: true,
    })),
    { header: 'Remark', share: 9 },
  ];
  table(
    doc,
    columns,
    rows.map((row, at) => [
      String(at + 1),
      row.name,
      row.number,
      ...row.cells.map((cell) => (cell ? [cell.total, cell.grade, cell.points].filter(Boolean).join(' ') : '·')),
      ...semesterColumns.map(({ textOf }) => textOf(row) ?? '—'),
      row.remark,
    ]),
    { blank: ' ', wordsPart: 0.3 },
  );
  paragraph(doc, courses.map(({ code, title: name, units }) => `${code}: ${name} (${units})`).join(' · '), ink.soft);
  const key = states.map((one) => `${resultStateLabels[one].short}: ${resultStateLabels[one].words.toLowerCase()}`);
  if (hasGaps) key.push('·: not taken');
  paragraph(
    doc,
    [
      'Units of a course are in brackets. A cell has the total, the grade and the points (grade point × units)',
      ...key,
    ].join('. '),
    ink.soft,
  );
  drawSigners(doc);
  if (isPreview) stampPages(doc, 'PREVIEW', ink.faint);
  numberPages(doc, `${letterhead.name} · ${batch}, ${term}, ${session}`);
}

const shortGroup = { Current: '', Previous: 'Prev.', Cumulative: 'Cum.' } as const;

const signers = ['Examination officer', 'Head of department', 'Dean', 'Registrar'];

function drawSigners(doc: Doc): void {
  needRoom(doc, 70);
  const share = widthOf(doc) / signers.length;
  const y = doc.y + 40;
  for (const [at, signer] of signers.entries())
    signature(doc, `${signer}, signature and date`, doc.page.margins.left + at * share, y, share - 40);
}
