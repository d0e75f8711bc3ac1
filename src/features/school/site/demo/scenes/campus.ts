import { colour, put, rect, scene, shape } from '../paint.ts';
import { block, flag } from '../buildings.ts';
import { cloud, corner, ground, hills, palm, shrub, sky, tree, tufts } from '../nature.ts';
import { zuma } from '../rocks.ts';
import { student } from '../students.ts';

export const campus = () =>
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
      hands: [
        [-12, -54],
        [8, -62],
      ],
      look: 0.7,
      holds: put(4, -60, 0.9, rect(-6, -8, 13, 17, colour.gold, 1)),
    }),
    student(950, 890, 430, 2, {
      hands: [
        [-12, -52],
        [14, -50],
      ],
      look: -0.7,
      holds: put(-4, -60, 0.9, rect(-7, -9, 14, 18, colour.indigo, 1)),
    }),
    corner(1630, 930, -40, colour.forest, colour.leaf, 1),
  );
