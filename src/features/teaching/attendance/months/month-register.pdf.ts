import { ink, type Doc, type Sheet } from '#kernel/pdf/document.ts';
import { formatDay } from '#kernel/dates.ts';
import { drawLetterhead, numberPages, type Letterhead } from '#kernel/pdf/letterhead.ts';
import { needRoom, paragraph, widthOf } from '#kernel/pdf/parts.ts';
import { table, type Column } from '#kernel/pdf/table.ts';
import { signature, title } from '#kernel/pdf/title.ts';
import { count } from '#ui/format.ts';
import { drawRegister } from './draw-register.ts';
import type { MonthRegister } from './month-register.ts';
import { periodName, sexNames, signsFor } from './month-words.ts';

export interface MonthFile {
  letterhead: Letterhead;
  register: MonthRegister;
  batchWord: string;
}

export const sheet: Sheet = { layout: 'landscape', margins: { top: 28, right: 30, bottom: 40, left: 30 } };

/** A register on A4 across: students by sex, days with their strokes, and the summary that is sent to the ministry. */
export default async function draw(doc: Doc, { letterhead, register, batchWord }: MonthFile): Promise<void> {
  const { batch, course, period, timesOpened, registersTaken, figures } = register;
  doc.info.Title = `Register ${batch}, ${periodName(period)}`;
  await drawLetterhead(doc, letterhead);
  title(doc, {
    words: `${period.kind === 'month' ? 'Monthly' : 'Weekly'} register, ${batch}`,
    under: course,
    beside: [periodName(period), timesOpened === null ? null : `Times school opened: ${timesOpened}`],
    accent: letterhead.accent,
  });
  drawRegister(doc, register, sexNames(batchWord));
  closedDays(doc, register);
  summary(doc, figures, sexNames(batchWord), registersTaken);
  paragraph(
    doc,
    signsFor(register.taken)
      .map(([sign, words]) => `${sign} ${words}`)
      .join('   '),
    ink.soft,
  );
  needRoom(doc, 54);
  const y = doc.y + 30;
  signature(doc, `${batchWord === 'Batch' ? 'Class teacher' : 'Form teacher'}, date`, doc.page.margins.left, y, 190);
  signature(doc, 'Head, date', doc.page.margins.left + 220, y, 190);
  numberPages(doc, `${letterhead.name} · ${[batch, course].filter(Boolean).join(', ')}, ${periodName(period)}`);
}

/** The names of the grey columns. */
function closedDays(doc: Doc, { columns }: MonthRegister): void {
  const closed = columns.flatMap(({ onDate, closed: why }) => (why ? `${formatDay(onDate)}: ${why}` : []));
  if (closed.length === 0) return;
  doc.y += 6;
  paragraph(doc, closed.join('   '), ink.soft);
}

function summary(
  doc: Doc,
  figures: MonthRegister['figures'],
  names: ReturnType<typeof sexNames>,
  registers: number,
): void {
  needRoom(doc, 40 + 20 * figures.length);
  doc.y += 10;
  const columns: Column[] = [
    { header: 'Summary', share: 3 },
    ...['On roll', 'Registers taken', 'Attendances', 'Absences', 'Late', 'Average attendance', 'Percentage'].map(
      (header): Column => ({ header, share: 2, align: 'right' }),
    ),
  ];
  const rows = figures.map(({ sex, students, attendances, absences, late, average, percent }) => ({
    cells: [
      names[sex],
      ...[students, registers, attendances, absences, late].map(count),
      average,
      percent === null ? null : `${percent}%`,
    ],
    isBold: sex === 'all',
  }));
  const part = Math.min(1, 560 / widthOf(doc));
  table(doc, columns, rows, { part, rowPadding: 3 });
}
