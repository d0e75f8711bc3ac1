import { ink, shown, type Doc } from './document.ts';
import { needRoom, widthOf } from './parts.ts';

interface Title {
  words: string;
  /** Below the words. */
  under?: string | null;
  /** On the right, the first in bold: a number, days. */
  beside: (string | null)[];
  accent: string;
}

/** What the paper is, and which one: below the letterhead. */
export function title(doc: Doc, { words, under, beside, accent }: Title): void {
  const { left } = doc.page.margins;
  const top = doc.y;
  const width = widthOf(doc);
  const [first, ...others] = beside.flatMap((line) => line ?? []);
  const right = { width: width * 0.42, align: 'right' as const };
  const x = left + width - right.width;
  doc
    .font('bold')
    .fontSize(11)
    .fillColor(ink.text)
    .text(shown(first ?? ''), x, top + 4, right);
  doc.font('regular').fontSize(9).fillColor(ink.soft);
  for (const line of others) doc.text(shown(line), x, doc.y + 1, right);
  const bottom = doc.y;
  doc
    .font('bold')
    .fontSize(19)
    .fillColor(accent)
    .text(shown(words), left, top - 2, { width: width * 0.55 });
  if (under)
    doc
      .font('regular')
      .fontSize(10.5)
      .fillColor(ink.soft)
      .text(shown(under), left, doc.y + 1, { width: width * 0.55 });
  doc.x = left;
  doc.y = Math.max(doc.y, bottom) + 12;
  doc.font('regular').fontSize(9.5).fillColor(ink.text);
}

/** What must not be overlooked: a duplicate, a void one. */
export function marks(doc: Doc, words: string[]): void {
  for (const mark of words)
    doc
      .font('bold')
      .fontSize(9.5)
      .fillColor(ink.bad)
      .text(shown(mark), doc.page.margins.left, doc.y, { width: widthOf(doc) });
  if (words.length > 0) doc.y += 8;
  doc.font('regular').fillColor(ink.text);
}

interface Total {
  label: string;
  value: string;
  /** The one that the reader looks for. */
  isMain?: boolean;
}

/** Labels and figures on the right half, on one page, aligned with the last column of a table. */
export function totals(doc: Doc, list: Total[]): void {
  const width = Math.max(widthOf(doc) * 0.56, 230);
  const right = doc.page.margins.left + widthOf(doc);
  const write = ({ isMain }: Total) => doc.font(isMain ? 'bold' : 'regular').fontSize(isMain ? 11.5 : 9.5);
  const valueWidth = Math.max(...list.map((line) => write(line).widthOfString(line.value) + 1));
  const room = { width: width - valueWidth - 12 };
  const lines = list.map((line) => ({
    ...line,
    height: write(line).heightOfString(shown(line.label), room) + (line.isMain ? 14 : 5),
  }));
  needRoom(
    doc,
    lines.reduce((sum, { height }) => sum + height, 6),
  );
  for (const line of lines) {
    const { label, value, isMain, height } = line;
    const y = doc.y + (isMain ? 8 : 2);
    if (isMain)
      doc
        .moveTo(right - width, doc.y + 3)
        .lineTo(right, doc.y + 3)
        .lineWidth(1.2)
        .strokeColor(ink.text)
        .stroke();
    write(line);
    doc.fillColor(isMain ? ink.text : ink.soft).text(shown(label), right - width, y, room);
    doc.fillColor(ink.text).text(value, right - valueWidth, y, { width: valueWidth, align: 'right' });
    doc.y = y - (isMain ? 8 : 2) + height;
  }
  doc.x = doc.page.margins.left;
  doc.y += 6;
  doc.font('regular').fontSize(9.5).fillColor(ink.text);
}

/** A line to sign on, with what is written below it, after the person's name if it is known. */
export function signature(doc: Doc, words: string, x: number, y: number, width: number, name?: string | null): void {
  doc
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.6)
    .strokeColor(ink.faint)
    .stroke();
  doc.font('bold').fontSize(8.5).fillColor(ink.text);
  if (name) doc.text(shown(name), x, y + 4, { width, height: 11, ellipsis: true });
  doc
    .font('regular')
    .fillColor(ink.soft)
    .text(shown(words), x, y + (name ? 15 : 4), { width });
}
