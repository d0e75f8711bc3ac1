import {
  clothed,
  cloud,
  colour,
  each,
  ground,
  hills,
  mirror,
  oval,
  palm,
  put,
  rect,
  scene,
  shape,
  sky,
  stroke,
  times,
  tree,
  tufts,
  turn,
  veil,
} from '../paint.ts';
import { person, pupil, student, type Person } from '../people.ts';
import { olumo, zuma } from '../rocks.ts';

export const choir = () => {
  const singer = (x: number, y: number, tall: number, at: number) =>
    person(x, y, tall, {
      skin: at * 5 + 2,
      hair: at % 3 === 1 ? 'low' : (['rows', 'puff', 'buns', 'braids'] as const)[at % 4],
      headwear: colour.white,
      top: colour.school,
      wear: 'gown',
      trim: colour.sun,
      mouth: 'open',
      look: x < 800 ? 0.5 : -0.5,
      hands: [-5, -56, 5, -56],
      holds: '',
    }) +
    put(
      x,
      y,
      tall / 100,
      shape('M-8 -62L0 -60L8 -62L8 -51L0 -49L-8 -51Z', colour.white),
      stroke('M0 -60V-49.5', 0.5, '#0004'),
    );
  return scene(
    rect(0, 0, 1600, 900, '#2a3377'),
    veil(0.12, put(0, 0, 9, rect(0, 0, 178, 100, 'url(#rings)'))),
    shape('M500 0L1100 0L1500 900L100 900Z', '#fff1'),
    shape('M640 0L960 0L1240 900L360 900Z', '#fff1'),
    shape('M0 0H260Q230 300 60 560Q40 700 90 900H0Z', colour.brick),
    mirror(1600, shape('M0 0H260Q230 300 60 560Q40 700 90 900H0Z', colour.brick)),
    ...[0, 1].map((side) =>
      side
        ? mirror(1600, stroke('M60 0Q60 300 10 560M130 0Q130 260 30 560M200 0Q180 280 50 560', 6, '#0003'))
        : stroke('M60 0Q60 300 10 560M130 0Q130 260 30 560M200 0Q180 280 50 560', 6, '#0003'),
    ),
    shape('M30 548l70 26l-10 20l-70 -26Z', colour.sun),
    mirror(1600, shape('M30 548l70 26l-10 20l-70 -26Z', colour.sun)),
    rect(0, 760, 1600, 140, colour.earth),
    rect(0, 760, 1600, 14, colour.wood),
    rect(240, 640, 1120, 130, '#5b3823'),
    rect(240, 640, 1120, 10, colour.wood),
    rect(180, 720, 1240, 60, '#6d4429'),
    rect(180, 720, 1240, 10, colour.wood),
    times(6, (at) => singer(350 + at * 180, 650, 370, at + 2)),
    times(6, (at) => singer(300 + at * 200, 740, 390, at)),
    person(800, 1080, 560, {
      skin: 1,
      hair: 'low',
      fromBehind: true,
      top: colour.ink,
      bottom: colour.ink,
      longSleeves: true,
      hands: [-28, -86, 28, -90],
      elbows: [-1, -1],
    }),
    stroke('M957 576l52 -64', 7, colour.cream),
  );
};

const drum = (fill: string) =>
  shape('M-9 -6Q-3 4 -9 14H9Q3 4 9 -6Z', fill) +
  stroke('M-8 -5L-4 4L-8 13M-3 -5L-1 4L-3 13M3 -5L1 4L3 13M8 -5L4 4L8 13', 0.7, colour.cream) +
  oval(0, -6, 9.4, 2.4, colour.cream) +
  oval(0, 14, 9.4, 2.4, '#c9a877');

export const culturalDay = () =>
  scene(
    sky('evening', 800, 300),
    hills(520, '#8f7a9d', 60),
    olumo(330, 540, 0.6),
    hills(560, '#5f7f63', 40, 90),
    tree(1500, 620, 1.3),
    tree(1300, 600, 0.9),
    palm(110, 640, 1.2, 30),
    ground(600, colour.clay),
    ground(650, '#bd6d41'),
    stroke('M0 150Q400 246 800 150Q1200 246 1600 150', 4, colour.bark),
    times(23, (at) => {
      const x = at * 72 + 10;
      const y = 150 + 48 * Math.abs(Math.sin((x / 800) * Math.PI));
      return put(
        x,
        y,
        4,
        clothed(
          'M-7 0H7L0 14Z',
          [colour.indigo, colour.sun, colour.school, colour.laterite][at % 4]!,
          at % 2 ? 'seeds' : undefined,
        ),
      );
    }),
    ...[150, 290, 1320, 1450].map((x, at) =>
      pupil(x, 690 + (at % 2) * 16, 230, at * 3 + 2, { hands: [-4, -62, 4, -62] }),
    ),
    person(420, 800, 420, {
      skin: 2,
      hair: 'fila',
      headwear: colour.indigo,
      topCloth: 'rings',
      cloth: 'rings',
      top: colour.indigo,
      bottom: colour.indigo,
      wear: 'trousers',
      look: 0.5,
      hands: [-6, -56, 16, -46],
      holds: put(7, -52, 1, drum(colour.laterite)),
    }) + stroke('M470 610l40 -26', 6, colour.earth),
    person(660, 850, 500, {
      skin: 0,
      hair: 'gele',
      headwear: colour.laterite,
      topCloth: 'weave',
      top: colour.indigo,
      bottom: colour.indigo,
      cloth: 'rings',
      wear: 'wrapper',
      look: 0.5,
      longSleeves: true,
      hands: [-25, -72, 22, -86],
      elbows: [1, -1],
    }),
    person(940, 850, 500, {
      skin: 4,
      hair: 'gele',
      headwear: colour.gold,
      topCloth: 'seeds',
      top: colour.laterite,
      bottom: colour.night,
      cloth: 'leaves',
      wear: 'wrapper',
      look: -0.5,
      longSleeves: true,
      hands: [-22, -88, 25, -70],
      elbows: [-1, 1],
      mouth: 'open',
    }),
    person(1190, 800, 430, {
      skin: 5,
      hair: 'fila',
      headwear: colour.laterite,
      top: colour.cream,
      cloth: 'weave',
      topCloth: 'weave',
      bottom: colour.cream,
      wear: 'agbada',
      trim: colour.gold,
      look: -0.6,
      hands: [-16, -60, 20, -58],
    }),
    put(0, 0, 6, clothed('M0 144Q66.6 138 133.3 145T266.6 143V150H0Z', colour.night, 'rings')),
  );

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

export const relay = () => {
  const runner = (x: number, y: number, tall: number, skin: number, top: string, more: Partial<Person>) =>
    oval(x, y + 4, tall * 0.22, tall * 0.03, '#000', 'opacity=".18"') +
    person(x, y, tall, {
      skin,
      hair: 'low',
      top,
      bottom: colour.ink,
      wear: 'shorts',
      shoes: colour.white,
      look: 0.9,
      feet: [-20, -20, 17, -2],
      hands: [-19, -56, 22, -68],
      ...more,
    });
  return scene(
    sky('morning', 1180, 230),
    cloud(360, 120, 1),
    hills(460, '#b0c08f', 60),
    zuma(560, 480, 0.6),
    hills(486, '#86a26a', 40),
    ...[40, 180, 940, 1060, 1420, 1560].map((x, at) => tree(x, 520, 0.72 + (at % 3) * 0.1)),
    ground(515, colour.lime),
    rect(0, 545, 1600, 355, '#b5532d'),
    each([545, 610, 700, 820], (y, at) => rect(0, y, 1600, 4 + at, '#fff9')),
    each([100, 260, 420, 1180, 1340], (x, at) => student(x, 546, 150, at * 3 + 2, { hands: [-16, -104, 16, -106] })),
    runner(1290, 660, 290, 1, colour.teal, {}),
    runner(930, 740, 350, 4, colour.sun, { hair: 'rows' }),
    stroke('M986 520l30 -14', 9, colour.white),
    runner(480, 870, 480, 2, colour.college, { hair: 'braids', hands: [-20, -60, 26, -70], trim: colour.sun }),
    stroke('M596 550l46 -30', 13, colour.sun),
  );
};
