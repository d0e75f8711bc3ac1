import { ink, shown, type Doc } from '#kernel/pdf/document.ts';
import { drawQr } from '#kernel/pdf/draw-qr.ts';
import { drawLetterhead, numberPages } from '#kernel/pdf/letterhead.ts';
import { facts, heading, widthOf } from '#kernel/pdf/parts.ts';
import { drawFilling, pictureFor } from '#kernel/pdf/picture.ts';
import { table } from '#kernel/pdf/table.ts';
import { title } from '#kernel/pdf/title.ts';
import { qrOf } from '#kernel/qr.ts';
import type { Slip } from './slip-data.ts';

const photo = { width: 96, height: 120 };
const qrSide = 84;

/** The slip that an applicant brings along: who, for what, and where the status is read. */
export default async function slip(doc: Doc, { address, letterhead, name, number, papers, ...data }: Slip) {
  await drawLetterhead(doc, letterhead);
  title(doc, { words: 'Application', under: name, beside: [number], accent: letterhead.accent });
  const { left } = doc.page.margins;
  const top = doc.y + 4;
  const beside = left + widthOf(doc) - photo.width;
  const picture = await pictureFor(data.photo, { side: 600 });
  if (picture) drawFilling(doc, picture, beside, top, photo.width, photo.height);
  else doc.rect(beside, top, photo.width, photo.height).stroke(ink.line);
  doc.x = left;
  doc.y = top;
  // The photo takes the right edge: the facts stay clear of it.
  const { right } = doc.page.margins;
  doc.page.margins.right = right + photo.width + 18;
  facts(doc, data.facts, { columns: 1 });
  doc.page.margins.right = right;
  doc.y = Math.max(doc.y, top + photo.height) + 14;
  if (papers.length) {
    heading(doc, 'Papers', letterhead.accent);
    table(
      doc,
      [
        { header: 'Paper', share: 4 },
        { header: 'State', share: 2 },
      ],
      papers.map((cells) => ({ cells })),
    );
  }
  const y = doc.y + 16;
  drawQr(doc, qrOf(address), left, y, qrSide);
  doc.font('bold').fontSize(10).fillColor(ink.text);
  doc.text('See the status of this application', left + qrSide + 14, y + 6);
  doc.font('regular').fontSize(9).fillColor(ink.soft);
  doc.text(shown(`Scan, then enter your code. Or open ${address.replace(/\?.*/, '')}`), left + qrSide + 14, doc.y + 3, {
    width: widthOf(doc) - qrSide - 14,
  });
  doc.y = y + qrSide;
  numberPages(doc, `Application ${number} · ${letterhead.name}`);
}
