import type { Doc } from './document.ts';

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
export const padding = 4;

const sizes = [8.5, 7.5, 6.5, 5.5];
/** The least part of the width that the other columns keep. */
const usualWordsPart = 0.2;

/**
 * The size of the text, and where each column starts and how wide its text can be: in proportion to the shares, but a
 * column of figures is never narrower than its longest. If there are too many long figures, the text is smaller.
 */
export function fitColumns(
  doc: Doc,
  columns: readonly Column[],
  rows: string[][],
  width: number,
  wordsPart = usualWordsPart,
) {
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
