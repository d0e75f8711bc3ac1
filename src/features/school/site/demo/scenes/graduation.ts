import {
  colour,
  each,
  put,
  rect,
  scene,
  shape,
  stroke,
  times,
  turn,
  cloud,
  ground,
  hills,
  palm,
  sky,
  tree,
  tufts,
} from '../paint.ts';
import { person, type Person } from '../people.ts';
import { zuma } from '../rocks.ts';

const graduate = (x: number, y: number, tall: number, at: number, more: Partial<Person> = {}) =>
  person(x, y, tall, {
    skin: at * 5 + 1,
    hair: at % 3 === 1 ? 'hijab' : 'mortar',
    headwear: at % 3 === 1 ? colour.white : colour.college,
    top: colour.college,
    wear: 'gown',
    trim: colour.sun,
    look: Math.sin(at * 2) * 0.7,
    ...more,
  }) +
  (at % 3 === 1
    ? put(
        x,
        y,
        tall / 100,
        shape('M-13 -102L0 -107L13 -102L0 -98Z', colour.college),
        stroke('M0 -102.5L9.5 -101V-94', 0.8, colour.sun),
      )
    : '');

const thrown = (x: number, y: number, angle: number, s: number) =>
  put(
    x,
    y,
    s,
    turn(
      angle,
      0,
      0,
      shape('M-26 6Q0 -4 26 6V22Q0 32 -26 22Z', '#5c2046'),
      shape('M-54 0L0 -20L54 0L0 20Z', colour.college),
      stroke('M0 0L36 8V36', 3, colour.sun),
    ),
  );

const scroll = put(0, 0, 1, rect(-2, -110, 4, 16, colour.cream, 1.6), rect(-2.3, -103.5, 4.6, 2, colour.laterite));

export const graduation = () =>
  scene(
    sky('evening', 420, 330),
    cloud(1280, 120, 0.8),
    hills(560, '#9a7f97', 50),
    zuma(1010, 570, 0.98, '#a48b8b', '#84706f'),
    hills(586, '#6d7f5f', 40, 100),
    tree(60, 660, 1.3),
    tree(1530, 650, 1.2, '#8c3a20', colour.laterite),
    palm(270, 640, 1, 24),
    ground(620, '#8fa35c'),
    ground(680, '#7a9650'),
    times(9, (at) => graduate(180 + at * 155, 730, 240, at + 4)),
    each(
      [
        [330, 150, -18],
        [560, 90, 12],
        [790, 170, 24],
        [980, 70, -10],
        [1190, 150, 16],
        [700, 260, -26],
      ] as const,
      ([x, y, angle], at) => thrown(x, y, angle, 0.9 + (at % 3) * 0.16),
    ),
    tufts(880, 20, 24, '#587a3b', 3),
    graduate(420, 880, 450, 1, { hands: [-20, -58, 17, -108], look: 0.6 }),
    put(496, 890, 4.4, scroll),
    graduate(800, 900, 490, 0, { hands: [-24, -104, 24, -106], hair: 'braids', mouth: 'open', look: 0 }),
    graduate(1180, 880, 450, 5, { hands: [-16, -108, 20, -58], look: -0.6 }),
    put(1108, 890, 4.4, scroll),
  );
