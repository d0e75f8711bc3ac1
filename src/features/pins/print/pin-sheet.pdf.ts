import { encode } from 'uqr';
import { ink, points, shown, type Doc, type Sheet } from '#kernel/pdf/document.ts';
import { secretText } from '../pins.ts';
import type { PinSheet } from './pin-sheet.ts';

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
  for (let from = 0; from < pins.length; from += perPage) {
    doc.addPage({ size: 'A4', margins: none });
    cutLines(doc, columns, rows);
    for (const [at, pin] of pins.slice(from, from + perPage).entries()) {
      const [column, row] = [at % columns, Math.floor(at / columns)];
      drawPin(doc, data, pin, { x: edge + column * width, y: edge + row * height, width, height });
    }
    // A page that is drawn is written: thousands of them stay in memory otherwise.
    doc.flushPages();
  }
}

function drawPin(doc: Doc, data: PinSheet, pin: Pin, { x, y, width, height }: Box): void {
  const isSmall = data.perPage === 24;
  const side = Math.min(height - 2 * pad - (isSmall ? 10 : 22), width * 0.36);
  const code = { x: x + width - pad - side, y: y + pad, side };
  const [left, room] = [x + pad, width - side - 3 * pad];
  const line = (text: string, top: number, size: number, font = 'regular', color = ink.text) =>
    doc
      .font(font)
      .fontSize(size)
      .fillColor(color)
      .text(shown(text), left, y + top, { width: room, height: size * 1.3, lineBreak: false, ellipsis: true });
  const scale = isSmall ? 0.72 : 1;
  line(data.institution, pad, 7.5 * scale, 'bold', data.accent);
  line(data.name, pad + 11 * scale, 9.5 * scale, 'bold');
  line(`${data.price} · ${data.validity}`, pad + 25 * scale, 6.5 * scale, 'regular', ink.soft);
  line('Serial number', pad + 39 * scale, 6 * scale, 'regular', ink.faint);
  line(pin.serial, pad + 46 * scale, 11 * scale, 'bold');
  line('Pin', pad + 62 * scale, 6 * scale, 'regular', ink.faint);
  line(secretText(pin.secret), pad + 69 * scale, 13 * scale, 'bold');
  drawCode(doc, textOf(data.link, pin), code);
  if (!data.instructions) return;
  const top = y + pad + Math.max(86 * scale, isSmall ? 0 : side + 4);
  doc
    .font('regular')
    .fontSize(6.5 * scale)
    .fillColor(ink.soft);
  doc.text(shown(data.instructions), left, top, {
    ...{ width: isSmall ? room : width - 2 * pad, height: Math.max(8, y + height - pad - top), ellipsis: true },
  });
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
