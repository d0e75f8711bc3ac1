import { ink, shown, type Doc, points as mm } from '#kernel/pdf/document.ts';
import type { CardFile } from './make-cards.ts';

export interface Drawn {
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
export function fitted(doc: Doc, text: string, { x, y, width, sizes, lines, shorter = [] }: Box): number {
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

export function drawShape(doc: Doc): void {
  doc.roundedRect(0, 0, cardSize.width, cardSize.height, corner).fill('#ffffff');
}

export function drawOutline(doc: Doc): void {
  doc.roundedRect(0, 0, cardSize.width, cardSize.height, corner).lineWidth(0.4).strokeColor(ink.line).stroke();
}

export function inShape(doc: Doc, draw: () => void): void {
  doc.save().roundedRect(0, 0, cardSize.width, cardSize.height, corner).clip();
  draw();
  doc.restore();
}

/** ISO/IEC 7810 ID-1, the size of a bank card. */
export const cardSize = { width: mm(85.6), height: mm(53.98) };

export const corner = mm(3.18);
