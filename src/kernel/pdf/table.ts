import { ink, shown, type Doc } from './document.ts';
import { footOf, needRoom, widthOf } from './parts.ts';

type Cell = string | null;

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
  /** The height that it takes if it is not longer: its rows become taller, up to twice the usual. */
  fills?: number;
}

/** A table whose head is repeated on each page; rows are not split, nor is what is aligned right. */
export function table(
  doc: Doc,
  columns: readonly Column[],
  rows: readonly (Cell[] | MarkedRow)[],
  { blank = '—', rowHeight = 0, part = 1, wordsPart, rowPadding: least = padding, fills = 0 }: TableOptions = {},
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
  const textHeight = (words: string[]) => {
    const room = roomFor(words);
    return Math.max(...words.map((cell, at) => doc.heightOfString(cell || ' ', { width: room[at]! })));
  };
  doc.font('bold').fontSize(size);
  const texts = fills && [heads, ...lines.map(({ words }) => words)].reduce((sum, words) => sum + textHeight(words), 0);
  const share = (fills - texts) / (lines.length + 1) / 2;
  const rowPadding = Math.max(least, Math.min(share, 2 * padding));
  const heightOf = (words: string[]) => textHeight(words) + 2 * rowPadding;
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

export interface Column {
  header: string;
  /** Its share of the width. */
  share: number;
  /** Figures are aligned right. */
  align?: 'left' | 'right';
  /** Wide enough for its longest cell, such as a date; figures always are. */
  fits?: boolean;
  /** The heading may take several lines, so that only its longest word needs room. */
  wrapsHead?: boolean;
}

/** Around the text of a cell. */
const padding = 4;

const sizes = [8.5, 7.5, 6.5, 5.5];
/** The least part of the width that the other columns keep. */
const usualWordsPart = 0.2;

/**
 * The size of the text, and where each column starts and how wide its text can be: in proportion to the shares, but a
 * column of figures is never narrower than its longest. If there are too many long figures, the text is smaller.
 */
function fitColumns(doc: Doc, columns: readonly Column[], rows: string[][], width: number, wordsPart = usualWordsPart) {
  const [heads = [], ...cells] = rows;
  const least = columns.map((column, at) => {
    if (!isFitted(column)) return 0;
    const head = heads[at] ?? '';
    const shown = column.wrapsHead ? head.split(/[ \n]/).map((word) => `${word} `) : [head];
    return longest(doc, [...shown, ...cells.map((row) => row[at] ?? '')]);
  });
  const gaps = 2 * padding * (columns.length - 1);
  const room = width - gaps;
  const needed = least.reduce((sum, each) => sum + each, 0);
  const hasWords = !columns.every(isFitted);
  const size = sizes.find((each) => needed * each <= room * (hasWords ? 1 - wordsPart : 1)) ?? sizes.at(-1)!;
  const widths = divide(
    columns.map(({ share }, at) => ({ share, least: least[at]! * size })),
    room,
  );
  let start = 0;
  const starts = widths.map((each) => (start += each + 2 * padding) - each - 2 * padding);
  return { size, widths, starts };
}

const isFitted = ({ align, fits }: Column) => fits ?? align === 'right';

/** The width of the longest of these texts in bold, in size 1. */
function longest(doc: Doc, texts: string[]): number {
  doc.font('bold').fontSize(10);
  return (Math.max(...Array.from(new Set(texts), (text) => doc.widthOfString(text))) + 1) / 10;
}

/** A column that needs more than its share gets it; the others divide the rest. */
function divide(columns: { share: number; least: number }[], room: number): number[] {
  const fixed = new Set<number>();
  for (;;) {
    const free = columns.filter((_, at) => !fixed.has(at));
    const taken = columns.reduce((sum, { least }, at) => (fixed.has(at) ? sum + least : sum), 0);
    const shares = free.reduce((sum, { share }) => sum + share, 0);
    const widthOf = ({ share }: { share: number }) => ((room - taken) * share) / shares;
    const tight = columns.findIndex((column, at) => !fixed.has(at) && widthOf(column) < column.least);
    if (tight < 0) return columns.map((column, at) => (fixed.has(at) ? column.least : widthOf(column)));
    fixed.add(tight);
  }
}
