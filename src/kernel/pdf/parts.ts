import { ink, shown, type Doc } from './document.ts';

export const widthOf = (doc: Doc): number => doc.page.width - doc.page.margins.left - doc.page.margins.right;
/** The lowest point of the page's content. */
export const footOf = (doc: Doc): number => doc.page.height - doc.page.margins.bottom;

/** Starts a new page unless so many points are left. */
export function needRoom(doc: Doc, height: number): void {
  if (doc.y + height > footOf(doc)) doc.addPage();
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

/** Labels and values in columns; unknown values show a dash. */
export function facts(doc: Doc, list: Fact[], { columns = 2 }: { columns?: number } = {}): void {
  const { left } = doc.page.margins;
  const share = widthOf(doc) / columns;
  const labelWidth = 92;
  const valueWidth = share - labelWidth - 12;
  for (let at = 0; at < list.length; at += columns) {
    const pair = list
      .slice(at, at + columns)
      .map((fact) => ({ label: shown(fact.label), value: shown(fact.value || '—') }));
    doc.font('regular').fontSize(9.5);
    const heights = pair.map(({ label, value }) =>
      Math.max(doc.heightOfString(value, { width: valueWidth }), doc.heightOfString(label, { width: labelWidth - 8 })),
    );
    const height = Math.max(...heights);
    needRoom(doc, height);
    const y = doc.y;
    for (const [column, { label, value }] of pair.entries()) {
      const x = left + column * share;
      doc.fillColor(ink.faint).text(label, x, y, { width: labelWidth - 8 });
      doc.fillColor(ink.text).text(value, x + labelWidth, y, { width: valueWidth });
    }
    doc.x = left;
    doc.y = y + height + 5;
  }
}

/** A paragraph as wide as the page. */
export function paragraph(doc: Doc, words: string, color = ink.text): void {
  doc.font('regular').fontSize(9.5).fillColor(color);
  doc.text(shown(words), doc.page.margins.left, doc.y, { width: widthOf(doc) });
  doc.y += 5;
  doc.fillColor(ink.text);
}
