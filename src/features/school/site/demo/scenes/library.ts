import { colour, disc, each, oval, put, rect, scene, stroke, times, turn, shrub, tree } from '../paint.ts';
import { book, pupil } from '../people.ts';
import { olumo } from '../rocks.ts';
import { room, shelf, table } from '../rooms.ts';

export const library = () =>
  scene(
    room('#eadcc0', '#9a5f38', 600, [], 0),
    shelf(60, 96, 420, 5, 1),
    shelf(1120, 96, 420, 5, 7),
    rect(540, 76, 520, 420, colour.white, 10),
    rect(556, 92, 488, 388, 'url(#morning)'),
    put(
      556,
      92,
      1,
      `<svg width="488" height="388" viewBox="0 0 488 388">${olumo(300, 390, 0.46)}${tree(60, 400, 0.9)}${shrub(430, 400, 1)}</svg>`,
    ),
    rect(796, 76, 8, 420, colour.white),
    rect(540, 280, 520, 8, colour.white),
    pupil(330, 850, 470, 2, { look: -0.7, hands: [-20, -98, 8, -58], elbows: [1, 1], holds: '' }),
    turn(-6, 236, 392, rect(222, 356, 22, 74, colour.laterite, 2)),
    pupil(640, 900, 560, 1, { look: 0.2, hands: [-8, -52, 8, -52], holds: '' }),
    pupil(960, 900, 560, 8, { look: -0.3, hands: [-9, -52, 9, -52], holds: '' }),
    put(640, 900, 5.6, book(0, -53, colour.indigo)),
    put(960, 900, 5.6, book(0, -53, colour.gold)),
    table(800, 690, 900, 240, colour.wood, colour.earth),
    each(
      [
        [470, 5],
        [1130, 3],
      ] as const,
      ([x, count]) =>
        times(count, (at) =>
          rect(
            x - 60 + (at % 2) * 8,
            664 - at * 18,
            110,
            18,
            [colour.laterite, colour.indigo, colour.cream, colour.leaf, colour.gold][at]!,
            3,
          ),
        ),
    ),
    oval(820, 684, 40, 6, '#0002'),
    disc(810, 640, 46, colour.indigo),
    disc(796, 628, 20, colour.leaf),
    disc(830, 652, 14, colour.leaf),
    stroke('M762 610a58 58 0 0 1 96 60', 5, colour.gold),
    rect(790, 680, 40, 8, colour.gold, 3),
  );
