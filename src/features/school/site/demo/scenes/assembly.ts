import { colour, scene, shape, times } from '../paint.ts';
import { person } from '../people.ts';
import { block, flag } from '../buildings.ts';
import { cloud, corner, hills, palm, shrub, sky, tree } from '../nature.ts';
import { olumo } from '../rocks.ts';
import { pupil } from '../students.ts';

export const assembly = () =>
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
      hands: [
        [-10, -58],
        [16, -50],
      ],
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
