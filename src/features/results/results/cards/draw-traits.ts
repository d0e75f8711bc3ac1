import { ink, shown, type Doc } from '#kernel/pdf/document.ts';
import { needRoom, widthOf } from '#kernel/pdf/parts.ts';

const perLine = 4;
const height = 15;

/** Traits with their ratings in columns; a box without a rating is filled by hand. */
export function drawTraits(doc: Doc, label: string, rated: { trait: string; rating: string | null }[]): void {
  const lines = Math.ceil(rated.length / perLine);
  needRoom(doc, lines * height + 28);
  const { left } = doc.page.margins;
  const width = widthOf(doc);
  doc
    .font('bold')
    .fontSize(8)
    .fillColor(ink.soft)
    .text(shown(label), left, doc.y + 2, { width });
  const top = doc.y + 2;
  const share = width / perLine;
  for (const [at, { trait, rating }] of rated.entries()) {
    const x = left + (at % perLine) * share;
    const y = top + Math.floor(at / perLine) * height;
    doc.rect(x, y, 16, 12).lineWidth(0.6).strokeColor(ink.faint).stroke();
    if (rating)
      doc
        .font('bold')
        .fontSize(8.5)
        .fillColor(ink.text)
        .text(rating, x, y + 1.5, { width: 16, align: 'center' });
    doc.font('regular').fontSize(8.5).fillColor(ink.text);
    doc.text(shown(trait), x + 21, y + 1.5, { width: share - 26, height: 11, ellipsis: true });
  }
  doc.x = left;
  doc.y = top + lines * height + 2;
}
