import { encode } from 'uqr';

/** A QR code as runs of dark squares: [left, top, width] in modules. */
export interface QrSquares {
  size: number;
  runs: [x: number, y: number, width: number][];
}

export function qrOf(text: string): QrSquares {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const runs: QrSquares['runs'] = [];
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x += 1;
      runs.push([from, y, x - from + 1]);
    }
  }
  return { size, runs };
}

/** The same as an SVG path. */
export const qrPath = ({ runs }: QrSquares): string =>
  runs.map(([x, y, width]) => `M${x} ${y}h${width}v1h-${width}z`).join('');
