import { readFile } from 'node:fs/promises';
import { ink, shown, type Doc, type Sheet } from '#kernel/pdf/document.ts';
import { drawQr } from '#kernel/pdf/draw-qr.ts';
import { drawFilling, pictureFor } from '#kernel/pdf/picture.ts';
import type { SittingPaper } from './sittings.ts';

export const sheet: Sheet = { isEmpty: true };

const page = { width: 595.28, height: 841.89 };
const perPage = 4;
const edge = 36;
const slip = { width: page.width - 2 * edge, height: (page.height - 2 * edge) / perPage };

/** Invitation slips, four to a page, to cut apart. */
export default async function draw(doc: Doc, paper: SittingPaper): Promise<void> {
  doc.info.Title = 'Invitation slips';
  const logo = await pictureFor(paper.letterhead.logo, { side: 160 });
  for (const [at, seat] of paper.seats.entries()) {
    if (at % perPage === 0) doc.addPage({ size: 'A4', margins: { top: 0, right: 0, bottom: 0, left: 0 } });
    const stored = seat.photoPath ? await readFile(seat.photoPath).catch(() => null) : null;
    const photo = await pictureFor(stored, { side: 260 });
    drawSlip(doc, paper, seat, { logo, photo, top: edge + (at % perPage) * slip.height });
  }
}

interface Pictures {
  logo: Buffer | null;
  photo: Buffer | null;
  top: number;
}

function drawSlip(doc: Doc, paper: SittingPaper, seat: SittingPaper['seats'][number], { logo, photo, top }: Pictures) {
  const { letterhead, intake, when, venue, note, qr } = paper;
  const left = edge;
  const y = top + 12;
  if (logo) doc.image(logo, left, y, { fit: [28, 28] });
  const text = (words: string, x: number, at: number, width: number, size: number, bold = false, color = ink.text) =>
    doc
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(color)
      .text(shown(words), x, at, { width, height: size * 2.6, ellipsis: true });
  const inner = left + (logo ? 36 : 0);
  text(letterhead.name, inner, y, 330, 11, true, letterhead.accent);
  text(`Entrance examination, ${intake}`, inner, y + 15, 330, 9, false, ink.soft);
  if (photo) drawFilling(doc, photo, left, y + 42, 72, 90);
  else
    doc
      .rect(left, y + 42, 72, 90)
      .lineWidth(0.5)
      .strokeColor(ink.line)
      .stroke();
  const column = left + 88;
  text(seat.name, column, y + 42, 280, 12, true);
  text([seat.number, seat.class].filter(Boolean).join(' · '), column, y + 60, 280, 10, false, ink.soft);
  text(when, column, y + 80, 280, 10.5, true);
  text(venue, column, y + 95, 280, 10.5);
  text(note ?? 'Bring this slip with you.', column, y + 113, 280, 8.5, false, ink.soft);
  const right = left + slip.width - 88;
  text('Seat', right, y, 88, 9, false, ink.soft);
  text(String(seat.seat), right, y + 11, 88, 26, true);
  if (qr) drawQr(doc, qr, right, y + 62, 72);
  doc
    .moveTo(left, top + slip.height)
    .lineTo(left + slip.width, top + slip.height)
    .dash(3, { space: 3 })
    .lineWidth(0.5)
    .strokeColor(ink.line)
    .stroke()
    .undash();
}
