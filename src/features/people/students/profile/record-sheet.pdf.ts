import { ink, shown, type Doc } from '#kernel/pdf/document.ts';
import { drawLetterhead, numberPages } from '#kernel/pdf/letterhead.ts';
import { facts, heading, paragraph } from '#kernel/pdf/parts.ts';
import { drawFilling, pictureFor } from '#kernel/pdf/picture.ts';
import { table } from '#kernel/pdf/table.ts';
import type { RecordSheet } from './record-sheet.queries.ts';

/** A photo is 4:5. */
const photo = { width: 76, height: 95 };

/** One student's record on paper. */
export default async function draw(doc: Doc, sheet: RecordSheet): Promise<void> {
  doc.info.Title = `Record of ${sheet.name}`;
  await drawLetterhead(doc, sheet.letterhead);
  await drawWho(doc, sheet);
  for (const section of sheet.sections) {
    heading(doc, section.title, sheet.letterhead.accent);
    if (section.facts) facts(doc, section.facts);
    if (section.table) table(doc, section.table.columns, section.table.rows);
  }
  if (sheet.empty) {
    doc.y += 6;
    paragraph(doc, sheet.empty, ink.soft);
  }
  numberPages(doc, sheet.foot);
}

async function drawWho(doc: Doc, { name, number, status, batch, photo: stored }: RecordSheet): Promise<void> {
  const { left, right } = doc.page.margins;
  const top = doc.y;
  const width = doc.page.width - left - right;
  const picture = await pictureFor(stored, { side: 400 });
  if (picture) {
    const x = left + width - photo.width;
    drawFilling(doc, picture, x, top, photo.width, photo.height);
    doc.rect(x, top, photo.width, photo.height).lineWidth(0.5).strokeColor(ink.line).stroke();
  }
  const textWidth = picture ? width - photo.width - 16 : width;
  doc.font('bold').fontSize(17).fillColor(ink.text).text(shown(name), left, top, { width: textWidth });
  doc.font('regular').fontSize(10.5).fillColor(ink.soft);
  doc.text(shown([number, status, batch].filter(Boolean).join('  ·  ')), left, doc.y + 2, { width: textWidth });
  doc.x = left;
  doc.y = Math.max(doc.y, picture ? top + photo.height : top) + 10;
}
