import { ink, type Doc } from '#kernel/pdf/document.ts';
import { drawLetterhead, numberPages, type Letterhead } from '#kernel/pdf/letterhead.ts';
import { paragraph } from '#kernel/pdf/parts.ts';
import { table, type Column } from '#kernel/pdf/table.ts';
import { title } from '#kernel/pdf/title.ts';
import { countOf } from '#ui/format.ts';
import type { ResultSheet } from '../term-results/find-sheet.ts';
import type { AnnualBroadsheet } from './annual-broadsheet.ts';

export { sheet } from './broadsheet.pdf.ts';

export interface AnnualFile {
  letterhead: Letterhead;
  sheet: ResultSheet;
  annual: AnnualBroadsheet;
  batchTerm: string;
}

/** A class at the end of the session, on A3: the cumulative of each course, the averages of the terms, and the decision. */
export default async function draw(doc: Doc, { letterhead, sheet, annual, batchTerm }: AnnualFile) {
  const { className, session, program } = sheet;
  const { terms, courses, rows, ranksBatch, ranksClass } = annual;
  doc.info.Title = `Annual broadsheet ${className}, ${session}`;
  await drawLetterhead(doc, letterhead);
  title(doc, {
    words: `Annual broadsheet, ${className}`,
    under: `${session} · ${program}`,
    beside: [countOf(rows.length, 'student')],
    accent: letterhead.accent,
  });
  const figure = (header: string): Column => ({ header, share: 3, align: 'right', wrapsHead: true });
  const columns: Column[] = [
    { header: '', share: 1, align: 'right' },
    { header: 'Student', share: 8 },
    { header: 'Number', share: 4, fits: true },
    { header: batchTerm, share: 3, fits: true },
    ...courses.map(({ code }) => figure(code)),
    ...terms.map(figure),
    figure('Cum.'),
    ...(ranksBatch ? [figure(`Pos. in ${batchTerm.toLowerCase()}`)] : []),
    ...(ranksClass ? [figure('Pos. in class')] : []),
    { header: 'Decision', share: 6 },
  ];
  const lines = rows.map((row, at) => [
    String(at + 1),
    row.name,
    row.number,
    row.batch,
    ...row.cells.map((cell) => (cell ? [cell.cumulative ?? '—', cell.grade].filter(Boolean).join(' ') : '·')),
    ...Array.from({ length: terms.length - row.averages.length }, () => '—'),
    ...row.averages.map((average) => average ?? '—'),
    row.cumulative ?? '—',
    ...(ranksBatch ? [row.inBatch ?? '—'] : []),
    ...(ranksClass ? [row.inClass ?? '—'] : []),
    row.decision ?? '',
  ]);
  table(doc, columns, lines, { blank: ' ' });
  paragraph(doc, courses.map(({ code, title: name }) => `${code}: ${name}`).join(' · '), ink.soft);
  paragraph(doc, 'Course marks are for the session. ·: not taken.', ink.soft);
  numberPages(doc, `${letterhead.name} · ${className}, ${session}`);
}
