import { clothed, colour, disc, each, type Point, poly, put, rect, shape, stroke, through, times } from './paint.ts';

interface Block {
  bays: number;
  storeys: number;
  wall?: string;
  band?: string;
  roof?: string;
  door?: number;
}

/** A school block with verandas; a bay is 90 wide and a storey 104 high. x, y is the lower left corner. */
export function block(
  x: number,
  y: number,
  s: number,
  {
    bays,
    storeys,
    wall = colour.cream,
    band = colour.school,
    roof = colour.laterite,
    door = Math.floor(bays / 2),
  }: Block,
) {
  const [wide, high] = [bays * 90, storeys * 104];
  const bay = (at: number, floor: number) => {
    const [left, top] = [at * 90 + 20, -floor * 104 - 88];
    return floor === 0 && at === door
      ? rect(left - 4, top + 4, 58, 84, '#4a2c1b', 2) +
          rect(left + 2, top + 10, 22, 78, colour.wood) +
          rect(left + 26, top + 10, 22, 78, colour.wood)
      : rect(left, top + 6, 50, 44, '#3c4a66', 2) +
          times(4, (slat) => rect(left, top + 10 + slat * 11, 50, 3, '#a9bccb')) +
          rect(left + 23, top + 6, 4, 44, wall) +
          rect(left - 4, top + 50, 58, 5, '#0002');
  };
  const floors = times(
    storeys,
    (floor) =>
      times(bays, (at) => bay(at, floor)) +
      (floor > 0
        ? rect(-16, -floor * 104 - 6, wide + 32, 10, colour.white) +
          rect(-16, -floor * 104 + 4, wide + 32, 12, '#0002') +
          rect(-16, -floor * 104 - 34, wide + 32, 5, band) +
          times(bays * 4, (at) => rect(-12 + at * ((wide + 20) / (bays * 4)), -floor * 104 - 32, 3, 27, band))
        : rect(0, -16, wide, 16, band)),
  );
  const columns = times(bays + 1, (at) =>
    rect(at * 90 - (at === 0 ? 14 : at === bays ? -4 : 5), -high, 10, high, colour.white),
  );
  return put(
    x,
    y,
    s,
    rect(-40, -6, wide + 80, 14, '#0002', 6),
    rect(0, -high, wide, high, wall),
    shape(`M0 ${-high}H${wide}V${-high + 26}H0Z`, '#000', 'opacity=".16"'),
    floors,
    columns,
    poly(
      [
        [-44, -high],
        [wide + 44, -high],
        [wide - 20, -high - 74],
        [20, -high - 74],
      ],
      roof,
    ),
    poly(
      [
        [-44, -high],
        [wide + 44, -high],
        [wide + 40, -high - 12],
        [-40, -high - 12],
      ],
      '#0003',
    ),
    times(bays * 3, (at) =>
      stroke(
        through([
          [20 + (at * (wide - 40)) / (bays * 3), -high - 72],
          [-40 + (at * (wide + 80)) / (bays * 3), -high - 14],
        ]),
        1.6,
        '#0002',
      ),
    ),
  );
}

/** The flag of green, white and green on its pole. */
export const flag = (x: number, y: number, high: number) =>
  stroke(`M${x} ${y}V${y - high}`, 7, colour.white) +
  disc(x, y - high - 5, 7, colour.sun) +
  each(['#0b7a46', '#ffffff', '#0b7a46'], (fill, at) =>
    shape(
      `M${x + 4 + at * 44} ${y - high + 8 + [0, 8, 2][at]!}q22 ${[14, -2, -8][at]} 44 ${[8, -6, -2][at]}v74q-22 ${[10, -6, -4][at]} -44 ${[-8, 6, 2][at]}Z`,
      fill,
    ),
  );

/** Cloth drying on a line. */
export const washing = (
  from: Point,
  to: Point,
  pieces: { fill: string; cloth: 'rings' | 'seeds' | 'weave' | 'leaves' }[],
  high: number,
) =>
  stroke(
    `M${from.join(' ')}Q${(from[0] + to[0]) / 2} ${Math.max(from[1], to[1]) + 30} ${to.join(' ')}`,
    4,
    colour.bark,
  ) +
  each(pieces, ({ fill, cloth }, at) => {
    const wide = (to[0] - from[0]) / pieces.length;
    const x = from[0] + wide * at + 10;
    const y =
      from[1] +
      ((to[1] - from[1]) * (at + 0.5)) / pieces.length +
      14 * Math.sin(((at + 0.5) / pieces.length) * Math.PI);
    const [w, h] = [(wide - 20) / 5, high / 5];
    return put(
      x,
      y,
      5,
      clothed(`M0 0H${w}Q${w + 2} ${h / 2} ${w - 1} ${h}Q${w / 2} ${h + 2} 1 ${h - 1}Q-2 ${h / 2} 0 0Z`, fill, cloth),
      shape(
        `M${w * 0.62} 0H${w}Q${w + 2} ${h / 2} ${w - 1} ${h}L${w * 0.7} ${h + 0.6}Q${w * 0.76} ${h / 2} ${w * 0.62} 0Z`,
        '#000',
        'opacity=".12"',
      ),
    );
  });
