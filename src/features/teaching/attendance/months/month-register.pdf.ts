import { ink, type Doc, type Sheet, shown } from '#kernel/pdf/document.ts';
import { formatDay } from '#kernel/dates.ts';
import { drawLetterhead, numberPages, type Letterhead } from '#kernel/pdf/letterhead.ts';
import { needRoom, paragraph, widthOf, footOf } from '#kernel/pdf/parts.ts';
import { table, type Column } from '#kernel/pdf/table.ts';
import { signature, title } from '#kernel/pdf/title.ts';
import { count } from '#ui/format.ts';
import type { MonthRegister } from './month-register.ts';
import type { DayColumn } from './day-columns.ts';
import { percentOf, periodName, sexNames, signsFor, sittingText, weekdayOf } from './period-figures.ts';
import { together, type SexGroup } from './sex-groups.ts';

export interface MonthFile {
  letterhead: Letterhead;
  register: MonthRegister;
  batchTerm: string;
}

export const sheet: Sheet = { layout: 'landscape', margins: { top: 28, right: 30, bottom: 40, left: 30 } };

/** A register on A4 across: students by sex, days with their strokes, and the summary that is sent to the ministry. */
export default async function draw(doc: Doc, { letterhead, register, batchTerm }: MonthFile): Promise<void> {
  const { batch, course, period, timesOpened, registersTaken, figures } = register;
  doc.info.Title = `Register ${batch}, ${periodName(period)}`;
  await drawLetterhead(doc, letterhead);
  title(doc, {
    words: `${period.kind === 'month' ? 'Monthly' : 'Weekly'} register, ${batch}`,
    under: course,
    beside: [periodName(period), timesOpened === null ? null : `Times school opened: ${timesOpened}`],
    accent: letterhead.accent,
  });
  drawRegister(doc, register, sexNames(batchTerm));
  closedDays(doc, register);
  summary(doc, figures, sexNames(batchTerm), registersTaken);
  paragraph(
    doc,
    signsFor(register.taken)
      .map(([sign, words]) => `${sign} ${words}`)
      .join('   '),
    ink.soft,
  );
  needRoom(doc, 54);
  const y = doc.y + 30;
  signature(doc, `${batchTerm === 'Batch' ? 'Class teacher' : 'Form teacher'}, date`, doc.page.margins.left, y, 190);
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

const rowHeight = 11;
const headHeight = 22;
const figureHeads = ['Pres.', 'Abs.', 'Late', '%'];
const figureWidth = 27;
const numberWidth = 16;
const nameWidth = 132;
const size = 7;

interface Grid {
  doc: Doc;
  columns: readonly DayColumn[];
  dayWidth: number;
}

/** The grid of a register: a page for each part that fits, all with the days above. */
function drawRegister(doc: Doc, { columns, groups }: MonthRegister, names: ReturnType<typeof sexNames>): void {
  const room = widthOf(doc) - numberWidth - nameWidth - figureHeads.length * figureWidth;
  const grid: Grid = { doc, columns, dayWidth: Math.min(60, room / Math.max(1, columns.length)) };
  head(grid);
  let place = 0;
  for (const { sex, rows, attended } of groups) {
    startRow(grid, 3);
    line(grid, { name: `${names[sex]} (${rows.length})`, isBold: true });
    for (const { name, cells, present, absent, late, called } of rows) {
      startRow(grid, 1);
      place += 1;
      const figures = [String(present), String(absent), String(late), percentOf(present, called) ?? '—'];
      line(grid, { place: String(place), name, cells, figures });
    }
    totals(grid, `${names[sex]} present`, attended);
  }
  if (groups.length > 1) totals(grid, 'All present', together(groups));
  doc.font('regular').fontSize(9.5).fillColor(ink.text);
  doc.x = doc.page.margins.left;
}

/** A row for the mornings and one for the afternoons, as in the printed form. */
function totals(grid: Grid, words: string, attended: SexGroup['attended']): void {
  const sittings = [...new Set(grid.columns.flatMap((column) => column.sittings))].toSorted((a, b) => a - b);
  for (const sitting of sittings) {
    startRow(grid, 1);
    const cells = grid.columns.map((column, at) => {
      const place = column.sittings.indexOf(sitting);
      return place < 0 ? '' : String(attended[at]![place] ?? '·');
    });
    line(grid, { name: [words, sittingText(sitting)].filter(Boolean).join(', '), cells, isBold: true });
  }
}

function startRow(grid: Grid, rows: number): void {
  if (grid.doc.y + rows * rowHeight <= footOf(grid.doc)) return;
  grid.doc.addPage();
  head(grid);
}

function head(grid: Grid): void {
  const { doc, columns } = grid;
  const y = doc.y;
  write(grid, ['', 'Student'], y + headHeight - 9, true);
  for (const [at, { onDate }] of columns.entries()) {
    dayText(grid, at, weekdayOf(onDate).slice(0, 2), y + 3, ink.soft);
    dayText(grid, at, String(Number(onDate.slice(8))), y + headHeight - 9, ink.text);
  }
  figureTexts(grid, figureHeads, y + headHeight - 9);
  rule(grid, y + headHeight);
  doc.y = y + headHeight;
}

interface Line {
  place?: string;
  name: string;
  cells?: readonly string[];
  figures?: readonly string[];
  isBold?: boolean;
}

function line(grid: Grid, { place = '', name, cells = [], figures = [], isBold = false }: Line): void {
  const { doc, columns, dayWidth } = grid;
  const y = doc.y;
  for (const [at, { closed }] of columns.entries())
    if (closed) doc.rect(dayLeft(grid, at), y, dayWidth, rowHeight).fill('#e6e1d8');
  write(grid, [place, name], y + 2.5, isBold);
  for (const [at, cell] of cells.entries()) if (cell) dayText(grid, at, cell, y + 2.5, ink.text);
  figureTexts(grid, figures, y + 2.5);
  rule(grid, y + rowHeight);
  doc.y = y + rowHeight;
}

const dayLeft = ({ doc, dayWidth }: Grid, at: number) =>
  doc.page.margins.left + numberWidth + nameWidth + at * dayWidth;

function write({ doc }: Grid, [place, name]: [string, string], y: number, isBold: boolean): void {
  const { left } = doc.page.margins;
  doc
    .font(isBold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(ink.text);
  doc.text(place, left, y, { width: numberWidth - 4, align: 'right', lineBreak: false });
  doc.text(shown(name), left + numberWidth, y, { width: nameWidth - 4, height: rowHeight - 2, ellipsis: true });
}

function dayText(grid: Grid, at: number, text: string, y: number, color: string): void {
  const { doc, dayWidth } = grid;
  // Letters of several codes shrink until they fit.
  doc.fontSize(size);
  doc.fontSize(Math.min(size, (size * (dayWidth - 1)) / Math.max(1, doc.widthOfString(text))));
  doc.fillColor(color).text(shown(text), dayLeft(grid, at), y, { width: dayWidth, align: 'center', lineBreak: false });
}

function figureTexts(grid: Grid, texts: readonly string[], y: number): void {
  const { doc, columns } = grid;
  doc.fontSize(size).fillColor(ink.text);
  for (const [at, text] of texts.entries())
    doc.text(text, dayLeft(grid, columns.length) + at * figureWidth, y, {
      width: figureWidth,
      align: 'right',
      lineBreak: false,
    });
}

function rule(grid: Grid, y: number): void {
  const { doc, columns, dayWidth } = grid;
  const { left } = doc.page.margins;
  const right = dayLeft(grid, columns.length) + figureHeads.length * figureWidth;
  doc.lineWidth(0.4).strokeColor(ink.line).moveTo(left, y).lineTo(right, y).stroke();
  for (let at = 0; at <= columns.length; at += 1) {
    const x = left + numberWidth + nameWidth + at * dayWidth;
    doc.moveTo(x, y - rowHeight).lineTo(x, y);
  }
  doc.stroke();
}
