import { colour, disc, put, rect, scene, shape, stroke, times, tree } from '../paint.ts';
import { person } from '../people.ts';
import { olumo } from '../rocks.ts';
import { room, shelf, table } from '../rooms.ts';

export const office = () =>
  scene(
    room('#e9dcc3', '#8f5a36', 640, [150], 300),
    rect(1040, 110, 400, 300, colour.wood, 6) + rect(1056, 126, 368, 268, 'url(#morning)'),
    `<svg x="1056" y="126" width="368" height="268" viewBox="0 0 1600 1165">${olumo(800, 1000, 1.1)}${rect(0, 990, 1600, 180, colour.grass)}${tree(260, 1050, 2)}</svg>`,
    shelf(520, 110, 380, 4, 5),
    put(
      1500,
      800,
      1,
      stroke('M0 60V-560', 9, colour.sun),
      disc(0, -566, 10, colour.sun),
      shape('M-4 -540Q-60 -420 -104 -210Q-60 -190 -20 -200L-4 -540Z', '#0b7a46'),
      shape('M-4 -540Q-44 -400 -66 -204L-40 -200Q-10 -380 -4 -540Z', '#fff'),
    ),
    person(800, 1130, 860, {
      skin: 1,
      hair: 'gele',
      headwear: colour.gold,
      topCloth: 'seeds',
      top: colour.indigo,
      bottom: colour.indigo,
      wear: 'wrapper',
      cloth: 'rings',
      longSleeves: true,
      look: 0.1,
      glasses: true,
      hands: [-7, -52, 7, -52],
    }),
    table(800, 720, 1180, 220, colour.wood, colour.earth),
    shape('M700 706L800 694L900 706L900 716L700 716Z', colour.white),
    put(
      440,
      712,
      1,
      rect(-30, -16, 60, 16, colour.earth, 4),
      stroke('M0 -16V-96', 5, colour.sun),
      disc(0, -140, 54, colour.teal),
      disc(-14, -152, 22, colour.lime),
      disc(22, -126, 16, colour.lime),
      stroke('M-46 -104a62 62 0 1 0 84 -88', 5, colour.sun),
    ),
    times(4, (at) =>
      rect(
        1040 + (at % 2) * 10,
        690 - at * 20,
        150,
        20,
        [colour.school, colour.laterite, colour.cream, colour.indigo][at]!,
        3,
      ),
    ),
    put(
      1290,
      712,
      1,
      rect(-24, -60, 48, 60, colour.laterite, 8),
      stroke('M-12 -58L-18 -120M2 -58L4 -130M12 -58L24 -116', 6, colour.gold),
    ),
  );
