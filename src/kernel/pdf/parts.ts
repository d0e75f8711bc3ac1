import { ink, shown, type Doc } from './document.ts';

const widthOf = (doc: Doc) => doc.page.width - doc.page.margins.left - doc.page.margins.right;
const foot = (doc: Doc) => doc.page.height - doc.page.margins.bottom;

/** Starts a new page unless so many points are left. */
export function needRoom(doc: Doc, height: number): void {
  if (doc.y + height > foot(doc)) doc.addPage();
}

/** A heading with a hairline, never alone at the bottom of a page. */
export function heading(doc: Doc, words: string, accent: string): void {
  // The heading itself, a table head and a row.
  needRoom(doc, 84);
  const { left } = doc.page.margins;
  doc.y += 6;
  doc
    .font('bold')
    .fontSize(11)
    .fillColor(accent)
    .text(shown(words), left, doc.y, { width: widthOf(doc) });
  const y = doc.y + 2;
  doc
    .moveTo(left, y)
    .lineTo(left + widthOf(doc), y)
    .lineWidth(0.5)
    .strokeColor(ink.line)
    .stroke();
  doc.y = y + 7;
  doc.font('regular').fontSize(9.5).fillColor(ink.text);
}

export interface Fact {
  label: string;
  value: string | null | undefined;
}

/** Labels and values in two columns; unknown values show a dash. */
export function facts(doc: Doc, list: Fact[]): void {
  const { left } = doc.page.margins;
  const half = widthOf(doc) / 2;
  const labelWidth = 92;
  const valueWidth = half - labelWidth - 12;
  for (let at = 0; at < list.length; at += 2) {
    const pair = list.slice(at, at + 2).map((fact) => ({ label: shown(fact.label), value: shown(fact.value || '—') }));
    doc.font('regular').fontSize(9.5);
    const heights = pair.map(({ label, value }) =>
      Math.max(doc.heightOfString(value, { width: valueWidth }), doc.heightOfString(label, { width: labelWidth - 8 })),
    );
    const height = Math.max(...heights);
    needRoom(doc, height);
    const y = doc.y;
    for (const [column, { label, value }] of pair.entries()) {
      const x = left + column * half;
      doc.fillColor(ink.faint).text(label, x, y, { width: labelWidth - 8 });
      doc.fillColor(ink.text).text(value, x + labelWidth, y, { width: valueWidth });
    }
    doc.x = left;
    doc.y = y + height + 5;
  }
}

export interface Column {
  header: string;
  /** Its share of the width. */
  share: number;
  align?: 'left' | 'right';
}

/** A table whose head is repeated on each page; rows are not split. */
export function table(doc: Doc, columns: Column[], rows: (string | null)[][]): void {
  const { left } = doc.page.margins;
  const width = widthOf(doc);
  const all = columns.reduce((sum, { share }) => sum + share, 0);
  const widths = columns.map(({ share }) => (width * share) / all);
  const line = (cells: string[], font: 'regular' | 'bold', color: string, isHead: boolean) => {
    doc.font(font).fontSize(8.5);
    const height =
      Math.max(...cells.map((cell, at) => doc.heightOfString(cell || ' ', { width: widths[at]! - 8 }))) + 8;
    if (!isHead && doc.y + height > foot(doc)) {
      doc.addPage();
      head();
      doc.font(font).fontSize(8.5);
    }
    const y = doc.y;
    let x = left;
    doc.fillColor(color);
    for (const [at, cell] of cells.entries()) {
      doc.text(cell, x, y + 4, { width: widths[at]! - 8, align: columns[at]!.align ?? 'left' });
      x += widths[at]!;
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
  const head = () =>
    line(
      columns.map(({ header }) => shown(header)),
      'bold',
      ink.soft,
      true,
    );
  needRoom(doc, 48);
  head();
  for (const row of rows)
    line(
      row.map((cell) => shown(cell || '—')),
      'regular',
      ink.text,
      false,
    );
  doc.y += 6;
  doc.font('regular').fontSize(9.5).fillColor(ink.text);
}

/** A paragraph as wide as the page. */
export function paragraph(doc: Doc, words: string, color = ink.text): void {
  doc.font('regular').fontSize(9.5).fillColor(color);
  doc.text(shown(words), doc.page.margins.left, doc.y, { width: widthOf(doc) });
  doc.y += 5;
  doc.fillColor(ink.text);
}
