import { encode } from 'uqr';
import { secretText } from '../pins.ts';
import { ink, points, shown, type Doc, type Sheet } from '#kernel/pdf/document.ts';

export const sheet: Sheet = { isEmpty: true };

const none = { top: 0, right: 0, bottom: 0, left: 0 };
const a4 = { width: 595.28, height: 841.89 };
const grids = { 8: [2, 4], 10: [2, 5], 24: [3, 8] } as const;
const edge = points(8);
const pad = points(3);

type Pin = PinSheet['pins'][number];
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Draws the pins as cards to cut out, each with a code to scan. */
export default async function draw(doc: Doc, data: PinSheet): Promise<void> {
  doc.info.Title = `${data.name}: pins`;
  const { perPage, pins } = data;
  const [columns, rows] = grids[perPage];
  const width = (a4.width - 2 * edge) / columns;
  const height = (a4.height - 2 * edge) / rows;
  // Measuring needs a page.
  let common: Common | undefined;
  for (let from = 0; from < pins.length; from += perPage) {
    doc.addPage({ size: 'A4', margins: none });
    cutLines(doc, columns, rows);
    common ??= commonOf(doc, data, width, height);
    for (const [at, pin] of pins.slice(from, from + perPage).entries()) {
      const [column, row] = [at % columns, Math.floor(at / columns)];
      drawPin(doc, data, pin, common, { x: edge + column * width, y: edge + row * height, width, height });
    }
    // A page that is drawn is written: thousands of them stay in memory otherwise.
    doc.flushPages();
  }
}

/** What is the same on each card, measured once: of 10,000 cards, measuring takes longer than drawing. */
interface Common {
  scale: number;
  side: number;
  words: { text: string; top: number; size: number; font: 'regular' | 'bold'; color: string }[];
}

function commonOf(doc: Doc, data: PinSheet, width: number, height: number): Common {
  const isSmall = data.perPage === 24;
  const scale = isSmall ? 0.72 : 1;
  const side = Math.min(height - 2 * pad - (isSmall ? 10 : 22), width * 0.36);
  // White between words and code is part of the code.
  const room = width - side - (isSmall ? 3 : 3.5) * pad;
  const below = pad + Math.max(86 * scale, isSmall ? 0 : side + 4);
  const line = (text: string, top: number, size: number, font: 'regular' | 'bold', color: string) => ({
    text: clippedTo(doc, text, { room, size: size * scale, font }),
    top: pad + top * scale,
    size: size * scale,
    font,
    color,
  });
  const size = 6.5 * scale;
  const wide = isSmall ? room : width - 2 * pad;
  // For those who don't scan; a small card has no room for it.
  const address = isSmall || !data.link ? '' : addressOf(doc, data.link, wide);
  const foot = height - pad - (address ? 9 : 0);
  const most = Math.max(1, Math.floor((foot - below) / (size * 1.25)));
  const notes = cutTo(most, linesOf(doc, data.instructions ?? '', { room: wide, size }));
  return {
    scale,
    side,
    words: [
      line(data.institution, 0, 7.5, 'bold', data.accent),
      line(data.name, 11, 9.5, 'bold', ink.text),
      line(`${data.price} · ${data.validity}`, 25, 6.5, 'regular', ink.soft),
      line('Serial number', 39, 6, 'regular', ink.faint),
      line('Pin', 62, 6, 'regular', ink.faint),
      ...(address ? [{ text: address, top: foot, ...addressFont, color: ink.text }] : []),
      ...notes.map((text, at) => ({
        text,
        top: below + at * size * 1.25,
        size,
        font: 'regular' as const,
        color: ink.soft,
      })),
    ],
  };
}

const addressFont = { size: 7, font: 'bold' } as const;

/** The address of the form as it is typed, or of the site alone if it is too long for a card. */
function addressOf(doc: Doc, link: string, room: number): string {
  const { host, pathname } = new URL(link);
  doc.font(addressFont.font).fontSize(addressFont.size);
  return doc.widthOfString(host + pathname) <= room ? host + pathname : host;
}

function drawPin(doc: Doc, data: PinSheet, pin: Pin, { scale, side, words }: Common, { x, y, width }: Box): void {
  const write = (text: string, top: number) => doc.text(text, x + pad, y + top, { lineBreak: false });
  for (const { text, top, size, font, color } of words) {
    doc.font(font).fontSize(size).fillColor(color);
    write(text, top);
  }
  doc
    .font('bold')
    .fontSize(11 * scale)
    .fillColor(ink.text);
  write(pin.serial, pad + 46 * scale);
  doc.fontSize(13 * scale);
  write(secretText(pin.secret), pad + 69 * scale);
  drawCode(doc, textOf(data.link, pin), { x: x + width - pad - side, y: y + pad, side });
}

/** Behind '#', where no server sees it. */
const textOf = (link: string | null, { serial, secret }: Pin) =>
  link ? `${link}#pin=${serial}-${secret}` : `${serial}-${secret}`;

/**
 * A code as a picture of bits inside the page: a tenth of the size of squares. Every mask can be read, and choosing the
 * best of eight takes ten times as long.
 */
function drawCode(doc: Doc, text: string, { x, y, side }: { x: number; y: number; side: number }): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0, maskPattern: 2 });
  let bits = '';
  for (const row of data)
    for (let at = 0; at < size; at += 8) {
      let byte = 0;
      for (let bit = 0; bit < 8; bit += 1) byte = (byte << 1) | (row[at + bit] ? 0 : 1);
      bits += byte.toString(16).padStart(2, '0');
    }
  doc.save().fillColor('#000000');
  doc.translate(x, y + side).scale(side, -side);
  doc.addContent(`BI /W ${size} /H ${size} /IM true /F /AHx ID ${bits}> EI`);
  doc.restore();
}

function cutLines(doc: Doc, columns: number, rows: number): void {
  doc.lineWidth(0.4).strokeColor(ink.line).dash(2, { space: 2 });
  for (let column = 0; column <= columns; column += 1) {
    const x = edge + (column * (a4.width - 2 * edge)) / columns;
    doc.moveTo(x, edge).lineTo(x, a4.height - edge);
  }
  for (let row = 0; row <= rows; row += 1) {
    const y = edge + (row * (a4.height - 2 * edge)) / rows;
    doc.moveTo(edge, y).lineTo(a4.width - edge, y);
  }
  doc.stroke().undash();
}

interface Room {
  room: number;
  size: number;
  font?: 'regular' | 'bold';
}

/** Text that fits in a line, with an ellipsis where it was cut. */
function clippedTo(doc: Doc, given: string, { room, size, font = 'regular' }: Room): string {
  let text = shown(given);
  doc.font(font).fontSize(size);
  while (text.length > 1 && doc.widthOfString(text) > room) text = `${text.replace(/…$/, '').slice(0, -1).trimEnd()}…`;
  return text;
}

/** Text in lines of so much room. */
function linesOf(doc: Doc, given: string, { room, size }: Room): string[] {
  doc.font('regular').fontSize(size);
  const lines: string[] = [];
  for (const word of shown(given).split(/\s+/).filter(Boolean)) {
    const longer = lines.length ? `${lines.at(-1)!} ${word}` : word;
    if (lines.length && doc.widthOfString(longer) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The first lines, with an ellipsis where more would follow. */
const cutTo = (most: number, lines: string[]): string[] =>
  lines.length > most ? [...lines.slice(0, most - 1), lines[most - 1]!.replace(/\s*\S*$/, '…')] : lines;

/** What the sheet of a batch prints. */
export interface PinSheet {
  perPage: 8 | 10 | 24;
  institution: string;
  accent: string;
  name: string;
  type: string;
  price: string;
  validity: string;
  instructions: string | null;
  /** What the codes open; null for codes with the serial number and the pin alone. */
  link: string | null;
  pins: { serial: string; secret: string }[];
}
