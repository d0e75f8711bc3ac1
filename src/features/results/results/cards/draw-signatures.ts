import { drawQr } from '#kernel/pdf/draw-qr.ts';
import { ink, shown, type Doc } from '#kernel/pdf/document.ts';
import { qrOf } from '#kernel/qr.ts';
import { needRoom, widthOf } from '#kernel/pdf/parts.ts';
import { signature } from '#kernel/pdf/title.ts';
import type { CardPicture } from '../designs/card-design.ts';
import type { DrawnCard } from './cards.queries.ts';

export interface SignatureRow {
  qr: DrawnCard['qr'];
  /** Under the lines, with the picture above each. */
  signers: { name: string; picture: CardPicture }[];
  /** Opened once for all cards of a file. */
  pictures: Partial<Record<CardPicture, Buffer>>;
}

const proof = 52;
const tall = 34;

/** Who signs, the stamp, and the code by which anybody can check the card. */
export function drawSignatures(doc: Doc, { qr, signers, pictures }: SignatureRow): void {
  if (!qr && signers.length === 0) return;
  needRoom(doc, proof + 14);
  const { left } = doc.page.margins;
  const width = widthOf(doc);
  const top = doc.y + 3;
  const from = qr ? proof + 16 : 0;
  const stamp = pictures.stamp;
  const columns = signers.length + (stamp ? 1 : 0);
  const share = (width - from) / Math.max(columns, 2);
  for (const [at, { name, picture }] of signers.entries()) {
    const x = left + from + at * share;
    const drawn = pictures[picture];
    if (drawn) doc.image(drawn, x, top, { fit: [share - 24, tall], align: 'center', valign: 'bottom' });
    signature(doc, name, x, top + tall + 1, share - 20);
  }
  if (stamp) doc.image(stamp, left + width - share, top, { fit: [share, proof], align: 'center', valign: 'center' });
  if (qr) {
    drawQr(doc, qrOf(qr.address), left, top, proof);
    doc.font('regular').fontSize(6.5).fillColor(ink.soft);
    doc.text(shown(`Check this report card: scan the code or open ${qr.address}`), left, top + proof + 3, { width });
  }
  doc.x = left;
  doc.y = top + proof + (qr ? 12 : 4);
}
