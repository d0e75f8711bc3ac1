import { clothed, colour, oval, put, scene, shape, stroke, cloud, ground, hills, sky, tree } from '../paint.ts';
import { person, pupil } from '../people.ts';
import { washing } from '../buildings.ts';
import { olumo } from '../rocks.ts';

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
