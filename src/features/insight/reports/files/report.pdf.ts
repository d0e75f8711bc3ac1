import { type Sheet, type StreamedLayout, shown, type Doc, ink } from '#kernel/pdf/document.ts';
import { letterheadFor } from '#kernel/pdf/letterhead.ts';
import { numberPages } from '#kernel/pdf/number-pages.ts';
import { paragraph, footOf, needRoom, widthOf } from '#kernel/pdf/parts.ts';
import { title } from '#kernel/pdf/title.ts';
import type { ReportCell } from '../engine/rows.ts';
import { sheetFor, type ReportOnPaper, isAlignedRight } from './paper.ts';
import { drawFilling, storedThumbnail } from '#kernel/pdf/picture.ts';
import type { Sums } from '../engine/sums.ts';
import { countOf, count, dateText, money } from '#ui/format.ts';
import type { ReportType } from '#kernel/contracts/report.ts';

const gap = 6;
const rowPadding = 3;

interface LineLook {
  isBold?: boolean;
  color?: string;
  photo?: Buffer | null;
}

/** In points. */
const thumbnail = { width: 24, height: 30 };

/** The table of a report, row by row: its head is repeated on each page. */
function tableOf(doc: Doc, paper: ReportOnPaper) {
  const { currency, one, many } = paper;
  const columns = paper.hasGroup ? paper.columns.slice(1) : paper.columns;
  const characters = columns.reduce((sum, { width }) => sum + width, 0);
  const size = characters > 250 ? 6 : characters > 205 ? 7 : 8;
  const widths = () => {
    const room = widthOf(doc) - gap * (columns.length - 1);
    return columns.map(({ width }) => (room * width) / characters);
  };

  /** A line of cells, each in its column. */
  const line = (words: string[], { isBold = false, color = ink.text, photo = null }: LineLook = {}) => {
    const room = widths();
    doc.font(isBold ? 'bold' : 'regular').fontSize(size);
    // Measuring takes longer than drawing, and most cells are far shorter than their column.
    const isShort = words.map((text, at) => text.length * size * 0.62 < room[at]! && !text.includes('\n'));
    const heights = words.map((text, at) =>
      isShort[at] ? size * 1.2 : doc.heightOfString(text || ' ', { width: room[at]! }),
    );
    const height = Math.max(size * 1.2, photo ? thumbnail.height : 0, ...heights) + 2 * rowPadding;
    if (doc.y + height > footOf(doc)) {
      doc.addPage();
      head();
      doc.font(isBold ? 'bold' : 'regular').fontSize(size);
    }
    const { left } = doc.page.margins;
    const { y } = doc;
    doc.fillColor(color);
    if (photo) drawFilling(doc, photo, left, y + rowPadding, thumbnail.width, thumbnail.height);
    let x = left;
    for (const [at, text] of words.entries()) {
      const isRight = isAlignedRight(columns[at]!);
      const width = room[at]!;
      if (text && isShort[at])
        doc.text(text, isRight ? x + width - doc.widthOfString(text) : x, y + rowPadding, { lineBreak: false });
      else if (text) doc.text(text, x, y + rowPadding, { width, align: isRight ? 'right' : 'left' });
      x += room[at]! + gap;
    }
    rule(y + height, 0.4);
    doc.x = left;
    doc.y = y + height;
  };

  const rule = (y: number, width: number) =>
    doc
      .moveTo(doc.page.margins.left, y)
      .lineTo(doc.page.margins.left + widthOf(doc), y)
      .lineWidth(width)
      .strokeColor(ink.line)
      .stroke();

  const heads = columns.map(({ header }) => shown(header));
  const head = () => {
    doc.y += 2;
    line(heads, { isBold: true, color: ink.soft });
    rule(doc.y, 1);
  };

  const summed = (sums: Sums): string[] =>
    sums.cells.flatMap((cell, at) =>
      cell === null ? [] : [`${heads[at]!} ${sumText(cell, columns[at]!.type, currency)}`],
    );

  const band = (words: string, more: string[]) => {
    needRoom(doc, 44);
    const { left } = doc.page.margins;
    doc.y += 4;
    doc
      .font('bold')
      .fontSize(size + 1)
      .fillColor(ink.text);
    doc.text([shown(words), ...more].join(' · '), left, doc.y + 2, { width: widthOf(doc) });
    doc.y += 2;
    rule(doc.y, 0.8);
    doc.x = left;
  };

  return {
    head,
    row: (cells: ReportCell[]) => {
      const photo = columns[0]!.type === 'photo' ? storedThumbnail(doc, paper.photoFolder, cells[0]) : null;
      line(
        cells.map((cell, at) => (columns[at]!.type === 'photo' ? '' : shown(cellText(cell, columns[at]!.type)))),
        { photo },
      );
    },
    heading: (group: ReportCell, sums: Sums | undefined) =>
      band(
        cellText(group, paper.columns[0]!.type) || 'None',
        sums ? [countOf(sums.rows, one, many), ...summed(sums)] : [],
      ),
    total: (sums: Sums) => band('Total', [countOf(sums.rows, one, many), ...summed(sums)]),
  };
}

const figure = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A cell of a file, in which money has its decimals. */
function cellText(cell: ReportCell, type: ReportType): string {
  if (cell === null) return '';
  if (type === 'money') return figure.format(Number(cell));
  if (type === 'day') return dateText(String(cell));
  return String(cell);
}

/** A sum; money in minor units. */
const sumText = (sum: number, type: ReportType, currency: string): string =>
  type === 'money' ? money(sum, currency) : count(sum);

export const sheet: Sheet = {
  size: 'A4',
  isEmpty: true,
  isStreamed: true,
  margins: { top: 36, right: 36, bottom: 46, left: 36 },
};

const draw: StreamedLayout<ReportOnPaper, ReportCell[]> = async (doc, paper, batches) => {
  doc.info.Title = paper.title;
  Object.assign(doc.options, sheetFor(paper.columns.slice(paper.hasGroup ? 1 : 0)));
  const table = tableOf(doc, paper);
  const numbers = numberPages(doc, `${paper.letterhead.name} · ${paper.title}`);
  doc.addPage();
  (await letterheadFor(doc, paper.letterhead))();
  title(doc, {
    words: paper.title,
    under: paper.description,
    beside: [],
    accent: paper.letterhead.accent,
  });
  for (const filter of paper.filters) paragraph(doc, filter, ink.soft);
  table.head();
  let heading: ReportCell | undefined;
  let groupsBegun = 0;
  for await (const rows of batches)
    for (const row of rows) {
      const [group, ...rest] = row;
      if (paper.hasGroup && (groupsBegun === 0 || group !== heading)) {
        heading = group!;
        table.heading(heading, paper.groups[groupsBegun]);
        groupsBegun += 1;
      }
      table.row(paper.hasGroup ? rest : row);
    }
  if (paper.totals) table.total(paper.totals);
  numbers.end();
};
export default draw;
