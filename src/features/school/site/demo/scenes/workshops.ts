import {
  clothed,
  cloud,
  colour,
  disc,
  each,
  ground,
  hills,
  oval,
  put,
  rect,
  scene,
  shape,
  sky,
  stroke,
  times,
  tree,
  veil,
} from '../paint.ts';
import { person, pupil, student } from '../people.ts';
import { washing } from '../buildings.ts';
import { olumo } from '../rocks.ts';
import { flask, lamp, microscope, room, screen, shelf, table, tubes } from '../rooms.ts';

export const dyeing = () =>
  scene(
    sky('noon', 1300, 190),
    cloud(420, 120, 0.9),
    hills(500, '#a5b88f', 70),
    olumo(760, 520, 0.66),
    hills(540, '#7f9f6b', 40),
    tree(1530, 640, 1.3),
    tree(60, 640, 1.2),
    ground(590, colour.clay),
    stroke('M130 640V210M1460 640V220', 12, colour.bark),
    washing(
      [130, 236],
      [1460, 236],
      [
        { fill: colour.indigo, cloth: 'rings' },
        { fill: colour.night, cloth: 'leaves' },
        { fill: colour.violet, cloth: 'seeds' },
        { fill: colour.indigo, cloth: 'leaves' },
        { fill: colour.night, cloth: 'rings' },
      ],
      260,
    ),
    ground(650, '#c2744a'),
    person(360, 840, 450, {
      skin: 1,
      hair: 'gele',
      headwear: colour.laterite,
      topCloth: 'seeds',
      top: colour.gold,
      bottom: colour.indigo,
      cloth: 'leaves',
      wear: 'wrapper',
      look: 0.7,
      hands: [-4, -52, 20, -48],
    }),
    pupil(720, 850, 440, 4, {
      look: -0.6,
      hands: [-22, -60, 16, -60],
      holds: clothed('M-22 -61Q-3 -56 16 -61V-36Q-3 -30 -22 -36Z', colour.indigo, 'seeds'),
    }),
    pupil(1190, 850, 450, 3, {
      look: -0.7,
      hands: [-10, -56, -6, -50],
      holds: stroke('M-12 -64L-2 -22', 1.8, colour.wood),
    }),
    ...[
      [470, 868, 1.1],
      [1110, 872, 1.2],
      [1340, 850, 0.8],
    ].map(([x, y, s]) =>
      put(
        x!,
        y!,
        s!,
        oval(0, 0, 96, 14, '#000', 'opacity=".2"'),
        shape('M-92 -96Q-110 -20 -50 0H50Q110 -20 92 -96Z', '#7b3f26'),
        shape('M20 -96H92Q110 -20 50 0H20Q60 -40 20 -96Z', '#0002'),
        oval(0, -96, 92, 20, colour.earth),
        oval(0, -94, 78, 15, colour.night),
        stroke('M-40 -96q20 6 44 2', 3, colour.violet),
      ),
    ),
  );

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

export const laboratory = () =>
  scene(
    room('#dfe7e4', '#b98a5d', 600, [110], 270),
    shelf(1210, 110, 300, 3, 4),
    rect(440, 130, 640, 300, colour.white, 6),
    veil(
      0.9,
      each([0, 1, 2, 3, 4, 5, 6, 7], (at) =>
        times(4, (row) =>
          row === 0 && at > 1 && at < 6
            ? ''
            : rect(
                466 + at * 74,
                156 + row * 64,
                66,
                56,
                [colour.haze, '#f1d28c', '#9cc3a7', '#e0a689'][(at + row * 3) % 4]!,
                5,
              ),
        ),
      ),
    ),
    lamp(660, 0),
    pupil(520, 940, 640, 0, {
      wear: 'coat',
      top: colour.white,
      bottom: colour.school,
      trim: colour.sun,
      look: 0.7,
      glasses: true,
      hands: [-4, -58, 17, -62],
      holds: put(17, -58, 0.14, flask(0, 30, 1.1, colour.rose)),
    }),
    pupil(840, 940, 660, 3, {
      wear: 'coat',
      top: colour.white,
      bottom: colour.school,
      trim: colour.sun,
      look: -0.6,
      hands: [-18, -55, 14, -54],
    }),
    person(1130, 940, 700, {
      skin: 4,
      hair: 'hijab',
      headwear: colour.indigo,
      top: colour.white,
      wear: 'coat',
      bottom: colour.indigo,
      trim: colour.indigo,
      look: -0.8,
      hands: [-18, -56, 6, -58],
      mouth: 'smile',
      holds: '',
    }),
    table(800, 690, 1500, 300, colour.cream, '#b5835a'),
    times(
      5,
      (at) => rect(120 + at * 290, 740, 240, 170, '#a5744c', 6) + rect(210 + at * 290, 764, 60, 10, colour.cream, 5),
    ),
    microscope(300, 682, 1.2),
    flask(700, 682, 1.2, colour.teal),
    flask(780, 682, 0.9, colour.sun),
    tubes(960, 682, [colour.rose, colour.leaf, colour.indigo, colour.gold]),
    microscope(1380, 682, 1.2),
    flask(420, 682, 0.8, colour.leaf),
  );
