import { ink, shown, type Doc } from './document.ts';
import { footOf, needRoom, widthOf } from './parts.ts';
import { fitColumns, padding, type Column } from './table-columns.ts';

export type { Column } from './table-columns.ts';

export type Cell = string | null;

/** A row that differs from the others: a subtotal, a heading between rows. */
export interface MarkedRow {
  /** One alone spans all columns. */
  cells: Cell[];
  isBold?: boolean;
  color?: string;
  /** Continues on one page with the row after it. */
  staysWithNext?: boolean;
}

interface TableOptions {
  /** Shown for an empty cell. */
  blank?: string;
  /** The least height of a row, where people write by hand. */
  rowHeight?: number;
  /** Its part of the page's width. */
  part?: number;
  /** The least part of the table for columns of words, where there are many figures. */
  wordsPart?: number;
  /** Above and below the text of a row. */
  rowPadding?: number;
}

/** A table whose head is repeated on each page; rows are not split, nor is what is aligned right. */
export function table(
  doc: Doc,
  columns: readonly Column[],
  rows: readonly (Cell[] | MarkedRow)[],
  { blank = '—', rowHeight = 0, part = 1, wordsPart, rowPadding = padding }: TableOptions = {},
): void {
  const { left } = doc.page.margins;
  const width = widthOf(doc) * part;
  const lines = rows.map((row) => {
    const { cells, ...how } = Array.isArray(row) ? { cells: row } : row;
    return { ...how, words: cells.map((cell) => shown(cell || blank)) };
  });
  const heads = columns.map(({ header }) => shown(header));
  const { size, widths, starts } = fitColumns(
    doc,
    columns,
    [heads, ...lines.map(({ words }) => words)].filter((words) => words.length > 1),
    width,
    wordsPart,
  );
  const roomFor = (words: string[]) => (words.length === 1 ? [width] : widths);
  const heightOf = (words: string[]) => {
    const room = roomFor(words);
    const heights = words.map((cell, at) => doc.heightOfString(cell || ' ', { width: room[at]! }));
    return Math.max(...heights) + 2 * rowPadding;
  };
  const draw = (words: string[], color: string, height: number) => {
    const y = doc.y;
    const room = roomFor(words);
    doc.fillColor(color);
    for (const [at, cell] of words.entries()) {
      const { align = 'left' } = columns[at]!;
      if (cell) doc.text(cell, left + starts[at]!, y + rowPadding, { width: room[at]!, align });
    }
    doc
      .moveTo(left, y + height)
      .lineTo(left + width, y + height)
      .lineWidth(0.5)
      .strokeColor(ink.line)
      .stroke();
    doc.x = left;
    doc.y = y + height;
  };
  const head = () => {
    doc.font('bold').fontSize(size);
    draw(heads, ink.soft, heightOf(heads));
  };
  needRoom(doc, 48);
  head();
  for (const [at, { words, isBold, color, staysWithNext }] of lines.entries()) {
    const write = () => doc.font(isBold ? 'bold' : 'regular').fontSize(size);
    write();
    const height = Math.max(rowHeight, heightOf(words));
    const needed = staysWithNext && at < lines.length - 1 ? 2 * height : height;
    if (doc.y + needed > footOf(doc)) {
      doc.addPage();
      head();
      write();
    }
    draw(words, color ?? ink.text, height);
  }
  doc.y += 6;
  doc.font('regular').fontSize(9.5).fillColor(ink.text);
}
