import { ink, points as mm, shown, type Doc } from '#kernel/pdf/document.ts';
import { drawQr } from '#kernel/pdf/draw-qr.ts';
import { drawFilling } from '#kernel/pdf/picture.ts';
import { mix } from '#ui/theme/accent.ts';
import { type Drawn, fitted, drawShape, drawOutline, inShape, cardSize } from './shapes.ts';

const band = mm(13);

const photoBox = { x: mm(4), y: mm(16.5), width: mm(22.4), height: mm(28) };

const textLeft = mm(30);

const right = cardSize.width - mm(4);

const qrSide = mm(18);

/** Photo, name and number. */
export function drawFront(doc: Doc, { card, issuer, logo, photo }: Drawn): void {
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
export function drawBack(doc: Doc, { card, issuer, logo }: Drawn): void {
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
