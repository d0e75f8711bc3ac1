import type { QrSquares } from '../qr.ts';
import type { Doc } from './document.ts';

/** Draws a QR code; `bleed` widens the squares so that printers leave no white lines between them. */
export function drawQr(doc: Doc, { size, runs }: QrSquares, x: number, y: number, side: number, bleed = 0.02): void {
  const module = side / size;
  for (const [left, top, width] of runs)
    doc.rect(x + left * module, y + top * module, width * module + bleed, module + bleed);
  doc.fill('#000000');
}
