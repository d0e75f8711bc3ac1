import { ink, shown, type Doc } from './document.ts';
import { pageTotal } from './page-total.ts';
import { widthOf } from './parts.ts';

const foot = { size: 7.5, color: ink.faint };
/** Room for two digits; more reach into the margin. */
const totalWidth = 9;

/** Writes ‘Page 3 of 41’ below each page of a streamed layout, and what it is about. Call `end` after the last page. */
export function numberPages(doc: Doc, about: string) {
  const total = pageTotal(doc, foot);
  let pages = 0;
  doc.on('pageAdded', () => {
    pages += 1;
    const { left, bottom } = doc.page.margins;
    const { x, y } = doc;
    // Below the margin pdfkit would begin another page.
    doc.page.margins.bottom = 0;
    const at = doc.page.height - bottom + 18;
    const end = left + widthOf(doc) - totalWidth;
    doc.font('regular').fontSize(foot.size).fillColor(foot.color);
    doc.text(shown(about), left, at, { width: widthOf(doc) - 110, height: 10, ellipsis: true });
    const words = `Page ${pages.toLocaleString('en')} of `;
    doc.text(words, end - doc.widthOfString(words), at, { lineBreak: false });
    total.place(end, at);
    doc.page.margins.bottom = bottom;
    [doc.x, doc.y] = [x, y];
  });
  return { end: () => total.write(pages) };
}
