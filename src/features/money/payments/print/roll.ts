import { shown, type Doc } from '#kernel/pdf/document.ts';
import { drawQr } from '#kernel/pdf/draw-qr.ts';
import { qrOf } from '#kernel/qr.ts';

/** A part of a roll. It knows its height before it is drawn, because the paper is as long as its parts. */
export interface RollPart {
  height(doc: Doc, width: number): number;
  draw(doc: Doc, x: number, y: number, width: number): void;
}

interface Style {
  size?: number;
  isBold?: boolean;
  align?: 'left' | 'center';
  /** Above it. */
  gap?: number;
}

const black = '#000000';
/** Without a colour, which needs a page: heights are known before there is one. */
const measure = (doc: Doc, { size = 8.5, isBold = false }: Style) =>
  doc.font(isBold ? 'bold' : 'regular').fontSize(size);
const write = (doc: Doc, style: Style, color = black) => measure(doc, style).fillColor(color);

/** Text over the whole width. */
export function textPart(text: string, style: Style = {}): RollPart {
  const { align = 'left', gap = 1 } = style;
  return {
    height: (doc, width) => gap + measure(doc, style).heightOfString(shown(text), { width }),
    draw: (doc, x, y, width) => void write(doc, style).text(shown(text), x, y + gap, { width, align }),
  };
}

/** A label with a value at the right edge; whichever is longer gets its room. */
export function pair(left: string, right: string, style: Style = {}): RollPart {
  const { gap = 1 } = style;
  const rooms = (doc: Doc, width: number): [number, number] => {
    measure(doc, style);
    const wanted = Math.min(doc.widthOfString(shown(right)) + 1, width * 0.66);
    return [width - wanted - 6, wanted];
  };
  return {
    height(doc, width) {
      const [first, second] = rooms(doc, width);
      const heights = [
        doc.heightOfString(shown(left), { width: first }),
        doc.heightOfString(shown(right), { width: second }),
      ];
      return gap + Math.max(...heights);
    },
    draw(doc, x, y, width) {
      const [first, second] = rooms(doc, width);
      write(doc, style);
      doc.text(shown(left), x, y + gap, { width: first });
      doc.text(shown(right), x + width - second, y + gap, { width: second, align: 'right' });
    },
  };
}

/** A dashed line across. */
export const rule: RollPart = {
  height: () => 11,
  draw: (doc, x, y, width) =>
    void doc
      .moveTo(x, y + 6)
      .lineTo(x + width, y + 6)
      .lineWidth(0.7)
      .dash(2, { space: 2 })
      .strokeColor(black)
      .stroke()
      .undash(),
};

/** White on black: a thermal printer has no red. */
export function banner(text: string): RollPart {
  const style = { size: 9, isBold: true };
  const inner = (width: number) => ({ width: width - 12, align: 'center' as const });
  return {
    height: (doc, width) => measure(doc, style).heightOfString(shown(text), inner(width)) + 12,
    draw(doc, x, y, width) {
      const height = measure(doc, style).heightOfString(shown(text), inner(width)) + 8;
      doc.rect(x, y + 4, width, height).fill(black);
      write(doc, style, '#ffffff').text(shown(text), x + 6, y + 8, inner(width));
    },
  };
}

export function code(address: string, side: number): RollPart {
  return {
    height: () => side + 6,
    draw: (doc, x, y, width) => drawQr(doc, qrOf(address), x + (width - side) / 2, y + 6, side),
  };
}

const margin = { side: 11, top: 12, bottom: 18 };

/** One page of that width, as long as its parts. */
export function drawParts(doc: Doc, paperWidth: number, parts: RollPart[]): void {
  const width = paperWidth - 2 * margin.side;
  const heights = parts.map((part) => part.height(doc, width));
  const height = heights.reduce((sum, each) => sum + each, margin.top + margin.bottom);
  doc.addPage({ size: [paperWidth, height], margins: { top: 0, right: 0, bottom: 0, left: 0 } });
  let y = margin.top;
  for (const [at, part] of parts.entries()) {
    part.draw(doc, margin.side, y, width);
    y += heights[at]!;
  }
}
