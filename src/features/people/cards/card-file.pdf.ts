import { readFile } from 'node:fs/promises';
import { ink, points, shown, type Doc, type Sheet, points as mm } from '#kernel/pdf/document.ts';
import { pictureFor, drawFilling } from '#kernel/pdf/picture.ts';
import type { CardFile } from './cards.ts';
import { drawQr } from '#kernel/pdf/draw-qr.ts';
import { mix } from '#ui/theme/accent.ts';

interface Drawn {
  card: CardFile['cards'][number];
  issuer: CardFile['issuers'][number];
  logo: Buffer | null;
  photo: Buffer | null;
}

interface Box {
  x: number;
  y: number;
  width: number;
  /** Font sizes from large to small; the first that fits is used. */
  sizes: number[];
  lines: number;
  /** Shorter texts, if none of the sizes fits. */
  shorter?: string[];
}

/** Draws text in the largest size that fits its lines, truncated with an ellipsis if needed. Returns its lower end. */
function fitted(doc: Doc, text: string, { x, y, width, sizes, lines, shorter = [] }: Box): number {
  const fits = (words: string, size: number) => {
    doc.fontSize(size);
    const isWhole = words.split(/\s+/).every((word) => doc.widthOfString(word) <= width);
    return isWhole && doc.heightOfString(words, { width }) <= doc.currentLineHeight(true) * lines + 0.5;
  };
  const texts = [text, ...shorter].map(shown);
  const words = texts.find((one) => sizes.some((size) => fits(one, size))) ?? texts.at(-1)!;
  const size = sizes.find((one) => fits(words, one)) ?? sizes.at(-1)!;
  doc.fontSize(size);
  const height = Math.min(doc.heightOfString(words, { width }), doc.currentLineHeight(true) * lines + 0.5);
  doc.text(words, x, y, { width, height, ellipsis: true });
  return y + height;
}

function drawShape(doc: Doc): void {
  doc.roundedRect(0, 0, cardSize.width, cardSize.height, corner).fill('#ffffff');
}

function drawOutline(doc: Doc): void {
  doc.roundedRect(0, 0, cardSize.width, cardSize.height, corner).lineWidth(0.4).strokeColor(ink.line).stroke();
}

function inShape(doc: Doc, draw: () => void): void {
  doc.save().roundedRect(0, 0, cardSize.width, cardSize.height, corner).clip();
  draw();
  doc.restore();
}

/** ISO/IEC 7810 ID-1, the size of a bank card. */
const cardSize = { width: mm(85.6), height: mm(53.98) };

const corner = mm(3.18);

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

const band = mm(13);

const photoBox = { x: mm(4), y: mm(16.5), width: mm(22.4), height: mm(28) };

const textLeft = mm(30);

const right = cardSize.width - mm(4);

const qrSide = mm(18);

/** Photo, name and number. */
function drawFront(doc: Doc, { card, issuer, logo, photo }: Drawn): void {
  drawShape(doc);
  inShape(doc, () => doc.rect(0, 0, cardSize.width, band).fill(issuer.accent));
  drawIssuer(doc, issuer.name, logo);
  drawFace(doc, card, issuer.accent, photo);
  const width = right - textLeft;
  doc.font('bold').fillColor(ink.text);
  let y = fitted(doc, card.name, {
    x: textLeft,
    y: mm(16),
    width,
    sizes: [12, 11, 10, 9, 8, 7],
    lines: 2,
    shorter: card.shorter,
  });
  const narrow = right - qrSide - mm(3) - textLeft;
  y = Math.max(y + mm(1.2), mm(25.5));
  y = labelled(doc, card.numberLabel, card.number, y, narrow);
  if (card.place) y = labelled(doc, card.placeLabel, card.place, y, narrow, 2);
  if (card.bloodGroup) labelled(doc, 'Blood group', card.bloodGroup, y, narrow);
  doc.font('bold').fontSize(6.5).fillColor(issuer.accent);
  doc.text(issuer.role.toUpperCase(), photoBox.x, mm(46.6), {
    width: photoBox.width,
    align: 'center',
    characterSpacing: 1,
    lineBreak: false,
  });
  drawQr(doc, card.qr, right - qrSide, mm(27.5), qrSide);
  if (issuer.valid) {
    doc.font('regular').fillColor(ink.soft);
    fitted(doc, issuer.valid, { x: textLeft, y: mm(48), width, sizes: [6.5, 6, 5.5], lines: 1 });
  }
  drawOutline(doc);
}

function drawIssuer(doc: Doc, name: string, logo: Buffer | null): void {
  let x = mm(4);
  if (logo) {
    const side = mm(9.6);
    doc.roundedRect(x, (band - side) / 2, side, side, 2).fill('#ffffff');
    doc.image(logo, x + 1.5, (band - side) / 2 + 1.5, { fit: [side - 3, side - 3], align: 'center', valign: 'center' });
    x += side + mm(2.4);
  }
  doc.font('bold').fillColor('#ffffff');
  const width = right - x;
  doc.fontSize(10.5);
  const isShort = doc.widthOfString(shown(name)) <= width;
  const y = isShort ? (band - doc.currentLineHeight()) / 2 : mm(2.6);
  fitted(doc, name, { x, y, width, sizes: isShort ? [10.5] : [9.5, 8.5, 7.5, 6.5], lines: isShort ? 1 : 2 });
}

function drawFace(doc: Doc, card: Drawn['card'], accent: string, photo: Buffer | null): void {
  const { x, y, width, height } = photoBox;
  if (photo) drawFilling(doc, photo, x, y, width, height);
  else {
    doc.rect(x, y, width, height).fill(mix(accent, '#ffffff', 0.08));
    doc.font('bold').fontSize(24).fillColor(accent);
    doc.text(shown(card.initials), x, y + (height - doc.currentLineHeight()) / 2, {
      width,
      align: 'center',
      lineBreak: false,
    });
  }
  doc.rect(x, y, width, height).lineWidth(0.4).strokeColor(ink.line).stroke();
}

function labelled(doc: Doc, label: string, value: string, y: number, width: number, lines = 1): number {
  doc.font('regular').fontSize(5.5).fillColor(ink.faint).text(shown(label), textLeft, y, { width, lineBreak: false });
  doc.font('bold').fillColor(ink.text);
  return fitted(doc, value, { x: textLeft, y: y + 6.5, width, sizes: [8.5, 7.5, 6.5], lines }) + mm(0.9);
}

/** The back of the card, with the return address. */
function drawBack(doc: Doc, { card, issuer, logo }: Drawn): void {
  drawShape(doc);
  inShape(doc, () => {
    doc.rect(0, 0, cardSize.width, mm(3)).fill(issuer.accent);
    doc.rect(0, cardSize.height - mm(3), cardSize.width, mm(3)).fill(issuer.accent);
  });
  const width = cardSize.width - mm(12);
  const centred = { width, align: 'center' as const };
  let y = mm(8);
  if (logo) {
    const side = mm(9);
    doc.image(logo, (cardSize.width - side) / 2, mm(6), { fit: [side, side], align: 'center', valign: 'center' });
    y = mm(17);
  }
  doc.font('regular').fontSize(7.5).fillColor(ink.soft).text('If found, please return this card to', mm(6), y, centred);
  doc.font('bold').fontSize(9.5).fillColor(ink.text);
  doc.text(shown(issuer.name), mm(6), doc.y + 2, { ...centred, height: 24, ellipsis: true });
  doc.font('regular').fontSize(7.5).fillColor(ink.text);
  for (const line of issuer.returnTo)
    doc.text(shown(line), mm(6), doc.y + 1, { ...centred, height: 20, ellipsis: true });
  doc.fontSize(6).fillColor(ink.faint);
  doc.text(shown(`${card.number} · property of the school`), mm(6), cardSize.height - mm(8), {
    ...centred,
    lineBreak: false,
  });
  drawOutline(doc);
}
