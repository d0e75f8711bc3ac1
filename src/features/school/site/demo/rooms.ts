import { chance, colour, disc, each, oval, poly, rect, shape, stroke, times, veil } from './paint.ts';

/** A wall, a floor, and windows onto green. */
export const room = (wall: string, floor: string, horizon: number, windows: readonly number[] = [], high = 250) =>
  rect(0, 0, 1600, 900, wall) +
  rect(0, horizon - 130, 1600, 130, '#0001') +
  rect(0, horizon, 1600, 900 - horizon, floor) +
  rect(0, horizon - 14, 1600, 14, '#0002') +
  each(windows, (x) => pane(x, horizon - 190 - high, 240, high)) +
  veil(
    0.16,
    ...windows.map((x) =>
      poly(
        [
          [x + 30, horizon + 30],
          [x + 260, horizon + 30],
          [x + 460, 900],
          [x + 120, 900],
        ],
        '#fff',
      ),
    ),
  );

const pane = (x: number, y: number, w: number, h: number) =>
  rect(x - 14, y - 14, w + 28, h + 28, colour.white, 6) +
  rect(x, y, w, h, 'url(#morning)') +
  `<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${disc(60, h, 90, colour.grass)}${disc(200, h + 10, 100, colour.leaf)}${disc(130, h + 30, 70, colour.forest)}</svg>` +
  rect(x + w / 2 - 4, y, 8, h, colour.white) +
  rect(x, y + h / 2 - 4, w, 8, colour.white) +
  rect(x - 24, y + h + 10, w + 48, 14, colour.sand, 4);

/** A table seen from the front; x, y is the middle of its upper edge. */
export const table = (
  x: number,
  y: number,
  wide: number,
  high: number,
  top: string = colour.wood,
  front: string = colour.earth,
) =>
  rect(x - wide / 2 + 14, y, wide - 28, high, front, 4) +
  rect(x - wide / 2 + 14, y + 14, wide - 28, 16, '#0003') +
  rect(x - wide / 2, y - 10, wide, 26, top, 8) +
  rect(x - wide / 2, y - 10, wide, 7, '#fff3', 6);

const spines = [
  colour.indigo,
  colour.laterite,
  colour.gold,
  colour.leaf,
  colour.cream,
  colour.violet,
  colour.brick,
  colour.teal,
  colour.plum,
  colour.sand,
];

export const shelf = (x: number, y: number, wide: number, rows: number, seed = 1) =>
  rect(x - 14, y - 14, wide + 28, rows * 104 + 22, colour.earth, 4) +
  times(rows, (row) => {
    const top = y + row * 104;
    let at = x + 4;
    let books = '';
    for (let k = 0; at < x + wide - 26; k++) {
      const [w, h] = [
        14 + Math.floor(chance(k + row * 31 + seed) * 16),
        62 + Math.floor(chance(k + row * 17 + seed * 3) * 26),
      ];
      if (chance(k * 7 + row + seed) > 0.06)
        books +=
          rect(at, top + 92 - h, w, h, spines[Math.floor(chance(k * 3 + row * 13 + seed) * spines.length)]!, 2) +
          rect(at + 2, top + 92 - h + 10, w - 4, 4, '#fff6');
      at += w + 2;
    }
    return rect(x, y + row * 104, wide, 94, '#3a2417') + books + rect(x - 6, top + 92, wide + 12, 12, colour.wood);
  });

export const screen = (
  x: number,
  y: number,
  s: number,
  glow: string = colour.indigo,
  lines: readonly string[] = [colour.sun, colour.haze, '#7fc29b', colour.haze],
) =>
  `<g transform="translate(${x} ${y}) scale(${s})">${rect(-16, -30, 32, 32, colour.steel)}${rect(-46, -6, 92, 8, colour.steel, 4)}${rect(-104, -156, 208, 130, colour.ink, 8)}${rect(-96, -148, 192, 114, glow, 3)}${each(lines, (fill, at) => rect(-82 + (at % 2) * 18, -132 + at * 24, 70 + chance(at + x) * 70, 9, fill, 4))}</g>`;

export const flask = (x: number, y: number, s: number, fill: string) =>
  `<g transform="translate(${x} ${y}) scale(${s})">${shape('M-9 -86H9V-50L34 -8Q36 0 26 0H-26Q-36 0 -34 -8L-9 -50Z', '#eaf3f8', 'opacity=".85"')}${shape('M-20 -32H20L34 -8Q36 0 26 0H-26Q-36 0 -34 -8Z', fill)}${rect(-13, -92, 26, 9, '#fff', 4)}${disc(-6, -14, 4, '#fff8')}${disc(8, -22, 3, '#fff8')}</g>`;

export const tubes = (x: number, y: number, fills: readonly string[]) =>
  each(
    fills,
    (fill, at) => rect(x + at * 26, y - 74, 14, 70, '#eaf3f8', 7) + rect(x + at * 26, y - 40, 14, 36, fill, 7),
  ) +
  rect(x - 14, y - 48, fills.length * 26 + 18, 9, colour.wood, 3) +
  rect(x - 14, y - 8, fills.length * 26 + 18, 9, colour.wood, 3);

export const microscope = (x: number, y: number, s: number) =>
  `<g transform="translate(${x} ${y}) scale(${s})">${rect(-44, -12, 88, 12, colour.ink, 5)}${stroke('M26 -10Q58 -70 8 -108', 14, colour.steel)}<g transform="rotate(-24 0 -90)">${rect(-12, -138, 24, 84, colour.mist, 5)}${rect(-9, -154, 18, 20, colour.ink, 4)}${rect(-7, -56, 14, 18, colour.ink, 3)}</g>${rect(-36, -36, 60, 8, colour.ink, 3)}</g>`;

export const lamp = (x: number, y: number) =>
  stroke(`M${x} 0V${y}`, 3, colour.ink) +
  shape(
    `M${x - 44} ${y + 34}Q${x - 40} ${y - 8} ${x} ${y - 10}Q${x + 40} ${y - 8} ${x + 44} ${y + 34}Z`,
    colour.laterite,
  ) +
  oval(x, y + 34, 44, 7, '#fdf0c6');

export const fan = (x: number, y: number) =>
  stroke(`M${x} 0V${y}`, 5, colour.steel) +
  oval(x, y + 6, 20, 12, colour.steel) +
  each([-1, 1], (side) =>
    shape(`M${x + side * 14} ${y + 4}l${side * 150} -10q${side * 16} 12 0 20l${side * -150} 4Z`, '#c3cbd6'),
  );

/** The back of a chair with a person on it; x, y is the middle of its upper edge. */
export const chair = (x: number, y: number, wide: number, fill: string = colour.gold) =>
  rect(x - wide / 2, y, wide, wide * 0.62, fill, wide * 0.12) +
  rect(x - wide / 2, y + wide * 0.4, wide, wide * 0.22, '#0002', wide * 0.1) +
  rect(x - wide * 0.42, y + wide * 0.5, wide * 0.07, wide * 2, colour.ink) +
  rect(x + wide * 0.35, y + wide * 0.5, wide * 0.07, wide * 2, colour.ink);

/** A table on four legs, for outside. */
export const bench = (x: number, y: number, wide: number, high: number) =>
  each([-0.44, 0.44], (at) => rect(x + wide * at - 10, y, 20, high, colour.bark, 4)) +
  oval(x, y + high, wide * 0.52, 16, '#000', 'opacity=".14"') +
  rect(x - wide / 2, y - 10, wide, 26, colour.wood, 8) +
  rect(x - wide / 2, y - 10, wide, 7, '#fff3', 6);
