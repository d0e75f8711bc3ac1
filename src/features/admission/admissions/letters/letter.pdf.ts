import { formatDay, type Day } from '#kernel/dates.ts';
import { ink, shown, type Doc } from '#kernel/pdf/document.ts';
import { drawQr } from '#kernel/pdf/draw-qr.ts';
import { drawLetterhead, type Letterhead } from '#kernel/pdf/letterhead.ts';
import { needRoom, widthOf } from '#kernel/pdf/parts.ts';
import { qrOf } from '#kernel/qr.ts';

export interface LetterSheet {
  letterhead: Letterhead;
  name: string;
  number: string;
  date: Day;
  paragraphs: string[];
  /** Where the applicant follows the application. */
  address: string;
}

/** An admission letter: one page, usually, with room for a signature. */
export default async function letter(doc: Doc, sheet: LetterSheet): Promise<void> {
  const { letterhead, paragraphs } = sheet;
  const { left } = doc.page.margins;
  const width = widthOf(doc);
  doc.info.Title = `Admission letter ${sheet.number}`;
  await drawLetterhead(doc, letterhead);
  doc.y += 18;
  doc
    .font('regular')
    .fontSize(10.5)
    .fillColor(ink.soft)
    .text(formatDay(sheet.date), left, doc.y, { width, align: 'right' });
  doc.y += 10;
  doc.font('bold').fontSize(11).fillColor(ink.text).text(shown(sheet.name), left, doc.y, { width });
  doc
    .font('regular')
    .fontSize(10)
    .fillColor(ink.soft)
    .text(shown(`Application ${sheet.number}`), { width });
  doc.y += 18;
  doc.font('bold').fontSize(15).fillColor(letterhead.accent).text('Offer of admission', left, doc.y, { width });
  doc.y += 12;
  for (const paragraph of paragraphs) {
    doc.font('regular').fontSize(11).fillColor(ink.text).text(shown(paragraph), left, doc.y, { width, lineGap: 3 });
    doc.y += 10;
  }
  needRoom(doc, 130);
  doc.y += 40;
  const top = doc.y;
  doc
    .moveTo(left, top)
    .lineTo(left + 200, top)
    .lineWidth(0.6)
    .strokeColor(ink.faint)
    .stroke();
  doc
    .fontSize(9.5)
    .fillColor(ink.soft)
    .text('For the admissions office', left, top + 4, { width: 200 });
  drawQr(doc, qrOf(sheet.address), left + width - 84, top - 30, 84);
  doc
    .fontSize(7.5)
    .fillColor(ink.faint)
    .text('Follow your application', left + width - 110, top + 64, { width: 110, align: 'right' });
}
