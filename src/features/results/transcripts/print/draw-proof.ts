import { formatDay } from '#kernel/dates.ts';
import { drawQr } from '#kernel/pdf/draw-qr.ts';
import { ink, shown, type Doc } from '#kernel/pdf/document.ts';
import { needRoom, widthOf } from '#kernel/pdf/parts.ts';
import { signature } from '#kernel/pdf/title.ts';
import type { Terminology } from '#kernel/contracts/terminology.ts';
import type { Letterhead } from '#kernel/pdf/letterhead.ts';
import type { QrSquares } from '#kernel/qr.ts';
import type { PaperContent, PaperNames } from '../papers/paper-content.ts';

const side = 72;

/** Signature, stamp and the code that leads to the public check, on one page; of an unofficial paper the words alone. */
export function drawProof(doc: Doc, { official, printedOn }: PaperFile, paper: string): void {
  const { left } = doc.page.margins;
  const width = widthOf(doc);
  if (!official) {
    doc.font('regular').fontSize(8.5).fillColor(ink.soft);
    doc.text(
      `Unofficial: results published until ${formatDay(printedOn)}, for the student’s own use. An official ${paper} has a number, a signature and a code to check it.`,
      left,
      doc.y,
      { width },
    );
    return;
  }
  needRoom(doc, side + 44);
  const top = doc.y + 12;
  if (official.qr) {
    drawQr(doc, official.qr.squares, left, top, side);
    doc.font('regular').fontSize(7.5).fillColor(ink.soft);
    doc.text(shown(`To check this ${paper}, scan the code or open ${official.qr.address}`), left, top + side + 6, {
      width: width * 0.5,
    });
  }
  const x = left + width * 0.36;
  signature(doc, 'Registrar, signature and date', x, top + 54, width * 0.3);
  doc
    .rect(left + width * 0.72, top, width * 0.28, 60)
    .dash(3, { space: 3 })
    .lineWidth(0.6)
    .strokeColor(ink.faint)
    .stroke()
    .undash();
  doc.font('regular').fontSize(8.5).fillColor(ink.soft);
  doc.text('Official stamp', left + width * 0.72, top + 64, { width: width * 0.28 });
  doc.font('regular').fontSize(9.5).fillColor(ink.text);
}

/** A paper to be drawn. */
export interface PaperFile<Content extends PaperContent = PaperContent> {
  letterhead: Letterhead;
  words: Terminology;
  content: Content;
  names: Omit<PaperNames, 'recipient' | 'purpose'>;
  /** Null: unofficial, as the record is today. */
  official: {
    number: string;
    issuedOn: string;
    recipient: string;
    purpose: string | null;
    isRevoked: boolean;
    /** Where anybody can check it; null while the installation does not know its address. */
    qr: { address: string; squares: QrSquares } | null;
  } | null;
  printedOn: string;
}
