import { chance, colour, disc, oval, type Point, put, rect, shape, stroke, times, veil } from './paint.ts';

export const sky = (time: 'morning' | 'noon' | 'evening', sunX?: number, sunY = 200) =>
  rect(0, 0, 1600, 900, `url(#${time})`) + (sunX === undefined ? '' : sun(sunX, sunY));

/** The sun as a ring of adire dots. */
const sun = (x: number, y: number) =>
  veil(0.35, disc(x, y, 190, '#fff3d0')) +
  disc(x, y, 74, '#fdf0c6') +
  veil(
    0.8,
    ...[104, 136, 170].map((r, ring) =>
      times(22 + ring * 8, (at) => {
        const angle = (at * 6.2832) / (22 + ring * 8);
        return disc(x + r * Math.cos(angle), y + r * Math.sin(angle), 4.6 - ring, '#fdf3d3');
      }),
    ),
  );

export const cloud = (x: number, y: number, s: number) =>
  veil(
    0.75,
    put(x, y, s, shape('M-110 20Q-120 -8 -84 -12Q-70 -48 -30 -38Q0 -70 40 -40Q78 -48 84 -14Q122 -10 112 20Z', '#fff')),
  );

export const hills = (y: number, fill: string, swell = 40, shift = 0) =>
  shape(
    `M0 ${y}Q${200 + shift} ${y - swell} ${420 + shift} ${y - swell / 3}T${860 + shift} ${y - swell / 2}T1300 ${y - swell / 2}T1700 ${y - swell / 3}V900H0Z`,
    fill,
  );

export const ground = (y: number, fill: string) => shape(`M0 ${y}Q800 ${y - 24} 1600 ${y}V900H0Z`, fill);

export const palm = (x: number, y: number, s: number, lean = 20) => {
  const top: Point = [lean, -190];
  const frond = (angle: number, size: number) =>
    `<g transform="translate(${top.join(' ')}) rotate(${angle}) scale(${size})">${shape('M0 0Q50 -42 112 -4Q62 -22 0 0Z', colour.forest)}${shape('M0 0Q56 -16 108 22Q54 -2 0 0Z', colour.leaf)}</g>`;
  return put(
    x,
    y,
    s,
    stroke(`M0 0Q${lean * 0.2} -110 ${top.join(' ')}`, 13, colour.bark),
    stroke(`M3 -8Q${lean * 0.2 + 3} -110 ${top.join(' ')}`, 4, colour.wood),
    ...[200, 160, 236, -20, 20, -60, 60, 120, 270].map((angle, at) => frond(angle, 0.8 + (at % 3) * 0.12)),
    ...[-6, 6, 0].map((dx, at) => disc(top[0] + dx, top[1] + 9 + at * 3, 6, colour.gold)),
  );
};

/** A wide mango tree, or with other colours a flame tree. */
export const tree = (
  x: number,
  y: number,
  s: number,
  dark: string = colour.forest,
  light: string = colour.leaf,
  fruit?: string,
) =>
  put(
    x,
    y,
    s,
    oval(0, 0, 90, 10, '#000', 'opacity=".14"'),
    shape('M-13 0Q-8 -60 -34 -112L-20 -116Q0 -84 4 -76Q14 -92 36 -118L46 -110Q16 -70 15 0Z', colour.bark),
    ...(
      [
        [-70, -140, 62],
        [62, -142, 66],
        [0, -124, 70],
        [0, -196, 84],
        [-48, -184, 58],
        [54, -190, 58],
      ] as const
    ).map(([dx, dy, r]) => disc(dx, dy, r, dark)),
    ...(
      [
        [-78, -152, 38],
        [40, -168, 46],
        [-20, -214, 56],
        [-40, -160, 34],
        [74, -158, 30],
      ] as const
    ).map(([dx, dy, r]) => disc(dx, dy, r, light)),
    fruit ? times(16, (at) => disc(-84 + chance(at) * 170, -112 - chance(at + 40) * 120, 5.5, fruit)) : '',
  );

export const shrub = (x: number, y: number, s: number, dark: string = colour.forest, light: string = colour.leaf) =>
  put(
    x,
    y,
    s,
    shape('M-70 0Q-78 -36 -44 -42Q-30 -76 4 -60Q40 -78 52 -42Q80 -34 70 0Z', dark),
    shape('M-50 -6Q-54 -30 -28 -34Q-14 -54 12 -44Q30 -50 36 -30Q10 -34 0 -14Q-26 -24 -50 -6Z', light),
  );

export const tufts = (y: number, depth: number, count: number, fill: string, seed = 1) =>
  times(count, (at) => {
    const [x, dy] = [chance(at + seed) * 1600, chance(at + seed + 90) * depth];
    return shape(`M${x} ${y + dy}l-7 -15l9 10l3 -20l5 20l9 -10l-6 15Z`, fill);
  });

/** Leaves in a corner of the foreground, for depth. */
export const corner = (x: number, y: number, turnBy: number, fill: string, vein: string, s = 1) =>
  `<g transform="translate(${x} ${y}) rotate(${turnBy}) scale(${s})">${[-64, -36, -10, 16, 42].map((angle, at) => `<g transform="rotate(${angle}) scale(${1 + (at % 2) * 0.22})">${shape('M0 0Q24 -130 0 -270Q-44 -140 0 0Z', fill)}${stroke('M-2 -10Q-8 -140 0 -250', 3, vein)}</g>`).join('')}</g>`;
