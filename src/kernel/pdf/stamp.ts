import { ink, type Doc } from './document.ts';

/** A word across every page, through which the text can still be read; call it last. */
export function stampPages(doc: Doc, word: string, color = ink.bad): void {
  const { start, count } = doc.bufferedPageRange();
  for (let at = start; at < start + count; at += 1) {
    doc.switchToPage(at);
    const { width, height } = doc.page;
    const { bottom } = doc.page.margins;
    const { x, y } = doc;
    // Below the margin pdfkit would start a new page.
    doc.page.margins.bottom = 0;
    // A roll has room for several.
    const times = Math.max(1, Math.floor(height / (2.5 * width)));
    for (let time = 0; time < times; time += 1) stampAt(doc, word, color, (height * (time + 0.5)) / times);
    doc.page.margins.bottom = bottom;
    [doc.x, doc.y] = [x, y];
  }
}

function stampAt(doc: Doc, word: string, color: string, middle: number): void {
  const { width } = doc.page;
  doc.font('bold').fontSize(100);
  // As long as three quarters of the diagonal of a square as wide as the page.
  const size = Math.min(150, (100 * 0.75 * Math.SQRT2 * width) / doc.widthOfString(word));
  doc.save().rotate(-35, { origin: [width / 2, middle] });
  doc.fontSize(size).fillColor(color).fillOpacity(0.12);
  const [textWidth, textHeight] = [doc.widthOfString(word), doc.currentLineHeight()];
  doc.text(word, (width - textWidth) / 2, middle - textHeight / 2, { lineBreak: false });
  doc.restore();
  doc.font('regular').fontSize(9.5).fillOpacity(1);
}
