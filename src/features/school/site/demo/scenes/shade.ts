import { chance, colour, disc, oval, put, rect, scene, shape, times } from '../paint.ts';
import { book } from '../people.ts';
import { block } from '../buildings.ts';
import { cloud, ground, hills, palm, sky, tree, tufts } from '../nature.ts';
import { zuma } from '../rocks.ts';
import { bench } from '../rooms.ts';
import { student } from '../students.ts';

export const shade = () =>
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
    student(470, 880, 420, 2, {
      look: 0.7,
      hands: [
        [-10, -54],
        [12, -56],
      ],
    }),
    student(900, 880, 430, 5, {
      look: -0.8,
      hands: [
        [-14, -58],
        [12, -54],
      ],
    }),
    student(690, 870, 430, 7, {
      look: 0.2,
      hands: [
        [-9, -54],
        [9, -54],
      ],
      hair: 'low',
    }),
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
