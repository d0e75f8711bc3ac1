import { collegePortraits, schoolPortraits } from './portraits.ts';
import { choir, culturalDay, graduation, relay } from './scenes/celebrations.ts';
import { computers, programming, lecture, library, office } from './scenes/study.ts';
import { dyeing, laboratory, workshop } from './scenes/workshops.ts';
import { fair, farm, football } from './scenes/outdoors.ts';
import {
  colour,
  put,
  rect,
  scene,
  shape,
  stroke,
  veil,
  chance,
  disc,
  oval,
  times,
  cloud,
  corner,
  ground,
  hills,
  palm,
  shrub,
  sky,
  tree,
  tufts,
} from './paint.ts';
import { block, flag } from './buildings.ts';
import { zuma, olumo, collegeLogo, schoolLogo } from './rocks.ts';
import { person, book, student, pupil } from './people.ts';
import { chair, fan, room, table, bench } from './rooms.ts';

const assembly = () =>
  scene(
    sky('morning', 1240, 210),
    cloud(330, 150, 1),
    cloud(760, 96, 0.7),
    hills(560, '#a5b88f', 60),
    olumo(1010, 560, 0.92),
    hills(588, '#7f9f6b', 40, 120),
    tree(1490, 640, 1.1),
    tree(70, 640, 1.2),
    palm(1336, 640, 1.1, -26),
    block(176, 640, 1.14, { bays: 9, storeys: 2 }),
    shrub(150, 652, 0.8),
    shrub(1240, 652, 0.9),
    shrub(1180, 656, 0.6),
    shape('M0 640Q800 620 1600 640V900H0Z', colour.clay),
    shape('M0 690Q800 660 1600 690V900H0Z', '#c67a4b'),
    flag(1290, 760, 420),
    ...[0, 1, 2].map((row) =>
      times(9 - row, (at) =>
        pupil(170 + at * 112 + row * 54, 722 + row * 58, 150 + row * 26, at + row * 3, { fromBehind: true, look: 0 }),
      ),
    ),
    person(1150, 770, 208, {
      skin: 1,
      hair: 'gele',
      headwear: colour.gold,
      topCloth: 'seeds',
      top: colour.indigo,
      bottom: colour.indigo,
      wear: 'wrapper',
      cloth: 'rings',
      look: -0.6,
      hands: [-10, -58, 16, -50],
      longSleeves: true,
    }),
    person(1400, 778, 204, {
      skin: 2,
      hair: 'fila',
      headwear: colour.school,
      top: colour.cream,
      wear: 'agbada',
      trim: colour.gold,
      look: -0.8,
      bottom: colour.cream,
    }),
    corner(-30, 930, 34, colour.forest, colour.leaf, 1),
  );

const shade = () =>
  scene(
    sky('noon', 1300, 170),
    cloud(880, 110, 0.9),
    hills(500, '#b0c08f', 60),
    zuma(1180, 540, 0.72),
    hills(550, '#86a26a', 50),
    block(560, 580, 0.5, { bays: 8, storeys: 2, wall: '#f5efe4', band: colour.college, roof: '#6d4a52' }),
    palm(1500, 600, 1.1, -20),
    ground(580, colour.lime),
    ground(660, colour.grass),
    oval(470, 790, 480, 66, '#000', 'opacity=".12"'),
    tree(330, 790, 2.9, '#8c3a20', '#cf5a33'),
    times(60, (at) => disc(60 + chance(at) * 800, 740 + chance(at + 60) * 120, 5 + chance(at + 9) * 4, '#cf5a33')),
    student(470, 880, 420, 2, { look: 0.7, hands: [-10, -54, 12, -56] }),
    student(900, 880, 430, 5, { look: -0.8, hands: [-14, -58, 12, -54] }),
    student(690, 870, 430, 7, { look: 0.2, hands: [-9, -54, 9, -54], hair: 'low' }),
    put(690, 870, 4.3, book(0, -56, colour.gold)),
    bench(690, 760, 660, 124),
    put(
      500,
      750,
      1,
      shape('M-70 0L70 0L60 -8L-60 -8Z', colour.steel),
      shape('M-60 -8L60 -8L70 -92L-50 -92Z', '#59636f'),
    ),
    rect(850, 728, 110, 16, colour.indigo, 3) + rect(858, 712, 100, 16, colour.laterite, 3),
    tufts(800, 90, 30, '#56854a', 2),
  );

const classroom = () =>
  scene(
    room('#efe2c6', '#a8643c', 560, [1280], 280),
    fan(330, 60),
    fan(1060, 44),
    rect(180, 120, 900, 360, colour.wood, 8),
    rect(198, 138, 864, 324, '#22473a'),
    veil(
      0.85,
      stroke('M250 210h250M250 250h190M250 290h220', 5, '#e9efe9'),
      stroke('M640 400V190M640 400h330M640 400Q720 200 800 300T960 210', 5, '#f1d98a'),
      stroke('M280 400a44 44 0 1 1 88 0a44 44 0 1 1 -88 0M324 400l31 -31', 5, '#e9efe9'),
    ),
    rect(320, 480, 560, 12, colour.earth),
    person(1130, 690, 420, {
      skin: 0,
      hair: 'low',
      glasses: true,
      top: colour.indigo,
      topCloth: 'seeds',
      bottom: '#3a3330',
      longSleeves: true,
      look: -0.4,
      hands: [-33, -78, 11, -52],
      elbows: [-1, 1],
    }),
    stroke('M985 366L950 330', 6, colour.white),
    ...[0, 1].flatMap((row) =>
      [210, 590, 970, 1350].slice(0, 4 - row).map((left, at) => {
        const [x, y, tall] = row === 0 ? [left, 850, 300] : [left + 170, 1040, 400];
        const isAsking = (row === 0 && at === 1) || (row === 1 && at === 2);
        const top = y - tall * 0.54;
        return (
          table(x, top, tall * 0.86, tall * 0.5, colour.clay, colour.earth) +
          rect(x - tall * 0.38, top - 18, tall * 0.2, 12, [colour.indigo, colour.gold, colour.laterite][at % 3]!, 3) +
          pupil(x, y, tall, at * 3 + row * 2 + 1, {
            fromBehind: true,
            hands: isAsking ? [-13, -56, 17, -112] : [-13, -56, 13, -56],
          }) +
          chair(x, y - tall * 0.56, tall * 0.34, colour.wood)
        );
      }),
    ),
  );

const campus = () =>
  scene(
    sky('noon', 260, 180),
    cloud(620, 120, 1),
    cloud(1400, 110, 0.8),
    hills(540, '#b0c08f', 60),
    zuma(520, 560, 0.86),
    hills(570, '#86a26a', 40, 60),
    tree(80, 630, 1.2),
    tree(1540, 640, 1.2, '#8c3a20', '#cf5a33'),
    block(730, 630, 0.98, { bays: 8, storeys: 3, wall: '#f5efe4', band: colour.college, roof: '#6d4a52', door: 2 }),
    shrub(730, 640, 0.8),
    shrub(1160, 640, 0.7),
    shrub(1440, 642, 0.9),
    ground(625, colour.lime),
    ground(690, colour.grass),
    shape('M880 628H990L1300 900H420Z', '#e2c9a2'),
    shape('M935 628H990L1300 900H1010Z', '#0001'),
    palm(330, 640, 1.1, -22),
    flag(640, 690, 330),
    tufts(740, 140, 16, '#56854a', 5),
    student(300, 760, 260, 3, { look: 0.6 }),
    student(390, 764, 250, 4, { look: -0.6 }),
    student(1330, 770, 270, 9),
    student(1420, 764, 260, 6, { look: -0.8 }),
    student(730, 880, 430, 1, {
      hands: [-12, -54, 8, -62],
      look: 0.7,
      holds: put(4, -60, 0.9, rect(-6, -8, 13, 17, colour.gold, 1)),
    }),
    student(950, 890, 430, 2, {
      hands: [-12, -52, 14, -50],
      look: -0.7,
      holds: put(-4, -60, 0.9, rect(-7, -9, 14, 18, colour.indigo, 1)),
    }),
    corner(1630, 930, -40, colour.forest, colour.leaf, 1),
  );

/** Draws it as SVG. */
export type Drawing = () => string;

/** Every drawing of the two sites, by name. */
export const drawings: Record<string, Drawing> = {
  assembly,
  choir,
  classroom,
  computers,
  culturalDay,
  dyeing,
  farm,
  football,
  laboratory,
  library,
  office,
  campus,
  fair,
  graduation,
  lecture,
  programming,
  relay,
  shade,
  workshop,
  ...schoolPortraits,
  ...collegePortraits,
};

export const logos: Record<string, Drawing> = { schoolLogo, collegeLogo };
