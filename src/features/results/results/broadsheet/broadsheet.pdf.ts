import { type Doc, type Sheet, ink } from '#kernel/pdf/document.ts';
import { drawLetterhead, numberPages, type Letterhead } from '#kernel/pdf/letterhead.ts';
import { paragraph } from '#kernel/pdf/parts.ts';
import { table, type Column, type MarkedRow } from '#kernel/pdf/table.ts';
import { title } from '#kernel/pdf/title.ts';
import { sheetStates } from '#features/results/assessment/sheet-states.ts';
import { countOf } from '#ui/format.ts';
import type { ResultSheet } from '../term-results/find-sheet.ts';
import { resultStateLabels } from '../term-results/shown-results.ts';
import { resultCell, resultColumns } from './broadsheet-columns.ts';
import type { Broadsheet } from './broadsheet.ts';

export interface BroadsheetFile {
  letterhead: Letterhead;
  sheet: ResultSheet;
  broadsheet: Broadsheet;
  batchTerm: string;
}

// A3, landscape.
export const sheet: Sheet = { size: [1190.55, 841.89], margins: { top: 36, right: 36, bottom: 48, left: 36 } };

/** Students × courses on A3: the head is repeated on each page. */
export default async function draw(doc: Doc, { letterhead, sheet, broadsheet, batchTerm }: BroadsheetFile) {
  const { batch, term, session, program, state } = sheet;
  const { courses, rows, figures } = broadsheet;
  doc.info.Title = `Broadsheet ${batch}, ${term}, ${session}`;
  await drawLetterhead(doc, letterhead);
  title(doc, {
    words: `Broadsheet, ${batch}`,
    under: `${term}, ${session} · ${program}`,
    beside: [
      countOf(rows.length, 'student'),
      state === 'published' ? null : `Marks: ${sheetStates[state].toLowerCase()}`,
    ],
    accent: letterhead.accent,
  });
  const after = resultColumns(broadsheet, batchTerm);
  const columns: Column[] = [
    { header: '', share: 1, align: 'right' },
    { header: 'Student', share: 9 },
    { header: 'Number', share: 4, fits: true },
    ...courses.map(({ code }): Column => ({ header: code, share: 3, align: 'right' })),
    ...after.map(({ label }): Column => ({ header: shortLabel(label), share: 3, align: 'right' })),
  ];
  const lines: MarkedRow[] = rows.map((row, at) => ({
    cells: [
      String(at + 1),
      row.name,
      row.number,
      ...row.cells.map((cell) => (cell ? [cell.total, cell.grade].filter(Boolean).join(' ') : '·')),
      ...after.map((column) => resultCell(row, column)?.replace(' of ', '/') ?? '—'),
    ],
  }));
  const below = figures.map(({ label, values }): MarkedRow => ({
    cells: ['', label, '', ...values.map((value) => value ?? '·'), ...after.map(() => '')],
    isBold: true,
    color: ink.soft,
  }));
  table(doc, columns, [...lines, ...below], { blank: ' ' });
  paragraph(doc, courses.map(({ code, title: name }) => `${code}: ${name}`).join(' · '), ink.soft);
  const key = broadsheet.states.map(
    (one) => `${resultStateLabels[one].short}: ${resultStateLabels[one].words.toLowerCase()}`,
  );
  if (broadsheet.hasGaps) key.push('·: not taken');
  const figuresOf = 'Average, highest and lowest are of the students with a total, absent ones included.';
  paragraph(doc, [key.join(' · '), figuresOf].filter(Boolean).join('. '), ink.soft);
  numberPages(doc, `${letterhead.name} · ${batch}, ${term}, ${session}`);
}

/** Long headings would take room from the marks. */
const shortLabel = (label: string) => label.replace('Position in ', 'Pos. ').replace('Position', 'Pos.');
