import { ink, shown, type Doc } from './document.ts';
import { openPicture, pictureFor } from './picture.ts';

/** The institution; features/institutions/letterhead.queries.ts reads it. */
export interface Letterhead {
  name: string;
  motto: string | null;
  /** Street and town on one line, phone and e-mail on the next. */
  lines: string[];
  logo: Buffer | null;
  /** Readable on white. */
  accent: string;
}

const logoSide = 54;

/** Logo, name, motto and address at the top of the page; sets `doc.y` below. */
export async function drawLetterhead(doc: Doc, letterhead: Letterhead): Promise<void> {
  (await letterheadFor(doc, letterhead))();
}

/** The same for many pages of one file, which share the logo. */
export async function letterheadFor(doc: Doc, { name, motto, lines, logo, accent }: Letterhead): Promise<() => void> {
  const stored = await pictureFor(logo, { side: logoSide * 4 });
  const picture = stored && openPicture(doc, stored);
  return () => {
    const { left, top, right } = doc.page.margins;
    const width = doc.page.width - left - right;
    const textLeft = picture ? left + logoSide + 14 : left;
    const textWidth = width - (textLeft - left);
    if (picture) doc.image(picture, left, top, { fit: [logoSide, logoSide], align: 'center', valign: 'center' });
    doc.font('bold').fontSize(16).fillColor(accent).text(shown(name), textLeft, top, { width: textWidth, lineGap: 1 });
    doc.font('regular').fontSize(8.5).fillColor(ink.soft);
    if (motto) doc.text(shown(motto), { width: textWidth });
    for (const line of lines) doc.text(shown(line), { width: textWidth });
    const bottom = Math.max(doc.y, picture ? top + logoSide : top) + 8;
    doc.rect(left, bottom, width, 1.5).fill(accent);
    doc.x = left;
    doc.y = bottom + 16;
    doc.font('regular').fontSize(9.5).fillColor(ink.text);
  };
}

/**
 * 'Page 1 of 3' at the bottom of every page, with up to two lines of text beside it; call it last. In a file of several
 * documents, `doc.flushPages()` after each numbers the next from 1.
 */
export function numberPages(doc: Doc, words: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let at = start; at < start + count; at += 1) {
    doc.switchToPage(at);
    const { left, right, bottom } = doc.page.margins;
    const width = doc.page.width - left - right;
    const y = doc.page.height - bottom + 20;
    // Below the margin pdfkit would start a new page.
    doc.page.margins.bottom = 0;
    doc.font('regular').fontSize(7.5).fillColor(ink.faint);
    const number = `Page ${at - start + 1} of ${count}`;
    doc.text(shown(words), left, y, { width: width - 90, height: 20, ellipsis: true, lineBreak: true });
    doc.text(number, left + width - 80, y, { width: 80, align: 'right', lineBreak: false });
    doc.page.margins.bottom = bottom;
  }
}
