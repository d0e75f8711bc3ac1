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
