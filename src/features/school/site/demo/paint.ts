/** Shapes, colours and the frame of a drawing, all as SVG strings. */
export type Point = readonly [x: number, y: number];

// oxfmt-ignore
export const colour = {
  indigo: '#2b3a8f', night: '#1d2766', violet: '#5666bd', haze: '#a9b6e2', mist: '#dfe4f3',
  paper: '#faf8f4', cream: '#f3e6cf', sand: '#e6cfa5', gold: '#b7791f', sun: '#e9b949',
  laterite: '#b5532d', brick: '#8c3a20', clay: '#d08a57', earth: '#6d4028', wood: '#9a6539', bark: '#57361f',
  forest: '#1f5138', leaf: '#37784f', grass: '#6f9f58', lime: '#a3bf6a',
  granite: '#8d8078', stone: '#aa9c90', shale: '#675b57', steel: '#6f7b8a', ink: '#20222f', white: '#ffffff',
  school: '#1e6b52', college: '#7a2e5d', plum: '#a2577f', rose: '#c96f5a', teal: '#2e8a87', sky: '#bcd7ea',
} as const;

export const skins = ['#8f5a38', '#6f4329', '#533122', '#a96f47', '#633b25', '#7a4a2d'] as const;

const n = (value: number) => Math.round(value * 10) / 10;

export const rect = (x: number, y: number, w: number, h: number, fill: string, round = 0) =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${round}" fill="${fill}"/>`;
export const oval = (x: number, y: number, rx: number, ry: number, fill: string, more = '') =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`;
export const disc = (x: number, y: number, r: number, fill: string) => oval(x, y, r, r, fill);
export const shape = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;
export const poly = (points: readonly Point[], fill: string) =>
  `<polygon points="${points.map((point) => point.map(n).join()).join(' ')}" fill="${fill}"/>`;
/** A line with round ends: limbs, poles, cracks. */
export const stroke = (d: string, width: number, of: string, more = '') =>
  `<path d="${d}" fill="none" stroke="${of}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
export const through = (points: readonly Point[]) => `M${points.map((point) => point.map(n).join(' ')).join('L')}`;
export const veil = (opacity: number, ...content: string[]) => `<g opacity="${opacity}">${content.join('')}</g>`;
export const put = (x: number, y: number, scale: number, ...content: string[]) =>
  `<g transform="translate(${n(x)} ${n(y)}) scale(${scale})">${content.join('')}</g>`;
export const turn = (degrees: number, x: number, y: number, ...content: string[]) =>
  `<g transform="rotate(${degrees} ${n(x)} ${n(y)})">${content.join('')}</g>`;
export const mirror = (width: number, ...content: string[]) =>
  `<g transform="translate(${width} 0) scale(-1 1)">${content.join('')}</g>`;

export const times = (count: number, draw: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => draw(at)).join('');
export const each = <T>(list: readonly T[], draw: (one: T, at: number) => string) => list.map(draw).join('');
/** A deterministic pseudo-random number between 0 and 1. */
export const chance = (seed: number) => {
  const value = Math.sin(seed * 127.1 + 11.7) * 43758.5453;
  return value - Math.floor(value);
};

export type Cloth = 'rings' | 'seeds' | 'weave' | 'leaves';
/** The same shape filled with an eleko adire or aso-oke pattern. */
export const clothed = (d: string, fill: string, cloth?: Cloth) =>
  shape(d, fill) + (cloth ? shape(d, `url(#${cloth})`) : '');

const pattern = (id: Cloth, size: number, ...content: string[]) =>
  `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse">${content.join('')}</pattern>`;
const dots = (r: number, x: number, y: number, count: number) =>
  times(count, (at) =>
    disc(x + r * Math.cos((at * 6.2832) / count), y + r * Math.sin((at * 6.2832) / count), 0.55, '#fff'),
  );

const patterns = [
  pattern(
    'rings',
    12,
    veil(
      0.75,
      `<circle cx="6" cy="6" r="1.4" fill="none" stroke="#fff" stroke-width=".7"/>`,
      dots(3.4, 6, 6, 9),
      dots(2.2, 0, 0, 6),
      dots(2.2, 12, 12, 6),
      dots(2.2, 12, 0, 6),
      dots(2.2, 0, 12, 6),
    ),
  ),
  pattern(
    'seeds',
    8,
    veil(
      0.7,
      shape('M2 4Q4 1 6 4Q4 7 2 4Z', '#fff'),
      disc(0, 0, 0.8, '#fff'),
      disc(8, 8, 0.8, '#fff'),
      disc(8, 0, 0.8, '#fff'),
      disc(0, 8, 0.8, '#fff'),
    ),
  ),
  pattern(
    'weave',
    9,
    veil(
      0.85,
      rect(0, 0, 1.2, 9, '#e9b949'),
      rect(2.4, 0, 0.5, 9, '#fff'),
      rect(6, 0, 1, 9, '#fff'),
      rect(7.4, 3, 1.4, 3, '#e9b949'),
    ),
  ),
  pattern(
    'leaves',
    14,
    veil(
      0.7,
      `<g fill="none" stroke="#fff" stroke-width=".8">${['M7 1Q11 5 7 13Q3 5 7 1ZM7 2V13', 'M0 8Q2 4 0 1M14 8Q12 4 14 1', 'M0 14Q3 12 3 9M14 14Q11 12 11 9'].map((d) => `<path d="${d}"/>`).join('')}</g>`,
    ),
  ),
];

const gradient = (id: string, ...stops: string[]) =>
  `<linearGradient id="${id}" x2="0" y2="1">${each(stops, (stop, at) => `<stop offset="${at / (stops.length - 1)}" stop-color="${stop}"/>`)}</linearGradient>`;
const skies = [
  gradient('morning', '#9fc3e6', '#d6e5ee', '#fbe9c8'),
  gradient('noon', '#7fb2de', '#c4def0', '#f4f1e2'),
  gradient('evening', '#5b63b4', '#c58fa6', '#f3bd85', '#fbe3b4'),
];

export const drawing = (width: number, height: number, ...layers: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>${patterns.join('')}${skies.join('')}</defs>${layers.join('')}</svg>`;
/** A landscape for slides and posts. */
export const scene = (...layers: string[]) => drawing(1600, 900, ...layers);

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
