import { clothed, colour, oval, put, scene, shape, stroke, times, ground, hills, palm, sky, tree } from '../paint.ts';
import { person, pupil } from '../people.ts';
import { olumo } from '../rocks.ts';

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
