import { readFile } from 'node:fs/promises';
import { ink, points, shown, type Doc, type Sheet } from '#kernel/pdf/document.ts';
import { pictureFor } from '#kernel/pdf/picture.ts';
import { drawBack, drawFront } from './draw-card.ts';
import { cardSize } from './shapes.ts';
import type { Drawn } from './shapes.ts';
import type { CardFile } from './make-cards.ts';

export const sheet: Sheet = { isEmpty: true };

const none = { top: 0, right: 0, bottom: 0, left: 0 };
const a4 = { width: 595.28, height: 841.89 };
const [columns, rows] = [2, 5];
const perPage = columns * rows;
const gap = { x: points(6), y: points(3) };
const edge = {
  x: (a4.width - columns * cardSize.width - (columns - 1) * gap.x) / 2,
  y: (a4.height - rows * cardSize.height - (rows - 1) * gap.y) / 2,
};

/** Draws the cards of a file, ten to a sheet or one per page. */
export default async function draw(doc: Doc, { sheet: kind, back, cards, issuers }: CardFile): Promise<void> {
  doc.info.Title = 'ID cards';
  const logos = new Map<number, Buffer | null>();
  for (const [id, { logo }] of Object.entries(issuers)) logos.set(Number(id), await pictureFor(logo, { side: 200 }));
  const drawn = async (card: CardFile['cards'][number]): Promise<Drawn> => ({
    card,
    issuer: issuers[card.institutionId]!,
    logo: logos.get(card.institutionId) ?? null,
    photo: await pictureFor(card.photoPath ? await readFile(card.photoPath).catch(() => null) : null, { side: 340 }),
  });
  if (kind === 'single') {
    for (const card of cards) {
      const one = await drawn(card);
      onOwnPage(doc, () => drawFront(doc, one));
      if (back) onOwnPage(doc, () => drawBack(doc, one));
    }
    return;
  }
  for (let from = 0; from < cards.length; from += perPage) {
    const some: Drawn[] = [];
    for (const card of cards.slice(from, from + perPage)) some.push(await drawn(card));
    const words = `Cards ${from + 1} to ${from + some.length} of ${cards.length}`;
    onSheet(doc, some, words, drawFront, (column) => column);
    // Flipping on the long edge swaps left and right.
    if (back) onSheet(doc, some, `${words}, backs`, drawBack, (column) => columns - 1 - column);
  }
}

function onOwnPage(doc: Doc, drawIt: () => void): void {
  doc.addPage({ size: [cardSize.width, cardSize.height], margins: none });
  drawIt();
}

function onSheet(
  doc: Doc,
  some: Drawn[],
  words: string,
  drawIt: (doc: Doc, one: Drawn) => void,
  columnOf: (column: number) => number,
): void {
  doc.addPage({ size: 'A4', margins: none });
  for (const [at, one] of some.entries()) {
    const x = edge.x + columnOf(at % columns) * (cardSize.width + gap.x);
    const y = edge.y + Math.floor(at / columns) * (cardSize.height + gap.y);
    cropMarks(doc, x, y);
    doc.save().translate(x, y);
    drawIt(doc, one);
    doc.restore();
  }
  doc.font('regular').fontSize(6).fillColor(ink.faint);
  doc.text(shown(words), edge.x, a4.height - 14, { lineBreak: false });
}

/** Where to cut: short lines outside each corner. */
function cropMarks(doc: Doc, x: number, y: number): void {
  const [from, to] = [points(0.3), points(1.4)];
  for (const [cx, dx] of [
    [x, -1],
    [x + cardSize.width, 1],
  ] as const) {
    for (const [cy, dy] of [
      [y, -1],
      [y + cardSize.height, 1],
    ] as const) {
      doc.moveTo(cx + dx * from, cy).lineTo(cx + dx * to, cy);
      doc.moveTo(cx, cy + dy * from).lineTo(cx, cy + dy * to);
    }
  }
  doc.lineWidth(0.3).strokeColor('#000000').stroke();
}
