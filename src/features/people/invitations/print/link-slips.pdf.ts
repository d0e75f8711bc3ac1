import { encode } from 'uqr';
import { ink, points, shown, type Doc, type Sheet } from '#kernel/pdf/document.ts';
import type { LinkSlips } from './print-links.ts';

export const sheet: Sheet = { isEmpty: true };

const none = { top: 0, right: 0, bottom: 0, left: 0 };
const a4 = { width: 595.28, height: 841.89 };
const edge = points(10);
const perPage = 6;
const height = (a4.height - 2 * edge) / perPage;
const pad = points(5);
const side = height - 2 * pad;

/** One slip a person to cut out: the name, the link with a code to scan, and until when it works. */
export default function draw(doc: Doc, { institution, until, slips }: LinkSlips): void {
  doc.info.Title = `${institution}: invitations`;
  for (const [at, { name, username, link }] of slips.entries()) {
    const row = at % perPage;
    if (row === 0) doc.addPage({ size: 'A4', margins: none });
    const y = edge + row * height;
    doc.lineWidth(0.4).strokeColor(ink.line).dash(2, { space: 2 });
    doc
      .rect(edge, y, a4.width - 2 * edge, height)
      .stroke()
      .undash();
    const write = (text: string, top: number, size: number, font: 'regular' | 'bold', color: string) =>
      doc
        .font(font)
        .fontSize(size)
        .fillColor(color)
        .text(shown(text), edge + pad, y + pad + top, {
          width: a4.width - 2 * edge - 3 * pad - side,
          height: size * 2.6,
          ellipsis: true,
        });
    write(institution, 0, 8, 'bold', ink.soft);
    write(name, 14, 13, 'bold', ink.text);
    write(`Username: ${username}`, 34, 9, 'regular', ink.text);
    write(link, 50, 8, 'bold', ink.text);
    write(
      `Set your own password there. The link works once, until ${until}. Don’t share it.`,
      76,
      8,
      'regular',
      ink.soft,
    );
    drawCode(doc, link, a4.width - edge - pad - side, y + pad);
  }
}

function drawCode(doc: Doc, text: string, x: number, y: number): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const square = side / size;
  doc.fillColor('#000000');
  for (const [row, cells] of data.entries())
    for (const [column, isDark] of cells.entries())
      if (isDark) doc.rect(x + column * square, y + row * square, square, square);
  doc.fill();
}
