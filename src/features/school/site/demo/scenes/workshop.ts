import { colour, disc, each, put, rect, scene, shape, stroke, times } from '../paint.ts';
import { lamp, room, screen, table } from '../rooms.ts';
import { student } from '../people.ts';

const tool = (at: number, x: number) =>
  put(
    x,
    160,
    1,
    [
      rect(-6, 0, 12, 70, colour.laterite, 5) + rect(-3, 70, 6, 60, colour.steel),
      rect(-7, 30, 14, 90, colour.indigo, 6) + shape('M-18 0L-8 30H8L18 0L8 8V-4H-8V8Z', colour.steel),
      rect(-5, 40, 10, 90, colour.wood, 4) + rect(-26, 16, 52, 26, colour.steel, 4),
      stroke('M-12 0L10 60M12 0L-10 60', 7, colour.steel) +
        stroke('M10 60q10 40 -2 66M-10 60q-10 40 2 66', 9, colour.gold),
    ][at % 4]!,
  );

export const workshop = () =>
  scene(
    room('#e4ddd2', '#8b7160', 610, [1300], 280),
    rect(120, 110, 760, 230, '#6d8a86', 8),
    times(9, (at) => tool(at, 180 + at * 80)),
    lamp(980, 130),
    lamp(520, 60),
    student(420, 960, 640, 3, {
      skin: 2,
      top: colour.indigo,
      wear: 'coat',
      bottom: colour.ink,
      trim: colour.sun,
      look: 0.6,
      glasses: true,
      hands: [-6, -50, 16, -52],
      hair: 'low',
    }),
    student(820, 960, 640, 0, {
      top: colour.indigo,
      wear: 'coat',
      bottom: colour.ink,
      trim: colour.sun,
      look: -0.6,
      topCloth: undefined,
      headwear: colour.gold,
      hands: [-14, -51, 8, -51],
    }),
    student(1190, 960, 660, 5, {
      skin: 4,
      top: colour.indigo,
      wear: 'coat',
      bottom: colour.ink,
      trim: colour.sun,
      look: -0.7,
      topCloth: undefined,
      hands: [-18, -52, 10, -50],
      hair: 'low',
    }),
    table(800, 700, 1500, 260, colour.steel, '#55606d'),
    rect(110, 770, 420, 130, '#475260', 6) +
      rect(590, 770, 420, 130, '#475260', 6) +
      rect(1070, 770, 420, 130, '#475260', 6),
    put(
      600,
      692,
      1,
      shape('M-120 0L120 0L96 -70L-96 -70Z', '#2c6b58'),
      each(
        [
          [-60, -50, 40, 30],
          [10, -56, 54, 18],
          [-20, -24, 30, 16],
          [50, -30, 34, 20],
        ] as const,
        ([x, y, w, h]) => rect(x, y, w, h, colour.ink, 3),
      ),
      stroke('M-90 -12H-30M-84 -24H-40M20 -10H90M-10 -62V-30', 3, colour.sun),
    ),
    put(
      980,
      692,
      1,
      rect(-84, -150, 168, 150, colour.ink, 6),
      rect(-74, -140, 148, 130, '#3f4a58'),
      rect(-60, -128, 70, 70, '#2c6b58', 3),
      disc(44, -96, 24, colour.steel),
      disc(44, -96, 10, colour.ink),
      stroke('M-60 -30H60M-60 -20H40', 5, colour.sun),
      stroke('M-10 -58Q30 -50 36 -30M0 -90Q24 -110 20 -120', 4, colour.rose),
    ),
    stroke('M470 650L556 630', 10, colour.gold),
    stroke('M556 630l22 -6', 5, colour.steel),
    screen(1400, 692, 1),
    screen(180, 692, 0.9, colour.night),
  );
