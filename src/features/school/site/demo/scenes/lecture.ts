import { colour, disc, each, poly, rect, scene, shape, stroke, times } from '../paint.ts';
import { person, student } from '../people.ts';

export const lecture = () =>
  scene(
    rect(0, 0, 1600, 900, '#d9cdb8'),
    rect(0, 0, 1600, 90, '#c6b89f'),
    each([260, 800, 1340], (x) =>
      poly(
        [
          [x - 120, 30],
          [x + 120, 30],
          [x + 90, 56],
          [x - 90, 56],
        ],
        '#fdf3d6',
      ),
    ),
    rect(0, 90, 210, 520, colour.earth) +
      rect(1390, 90, 210, 520, colour.earth) +
      times(8, (at) => rect(12 + at * 25, 90, 3, 520, '#0003') + rect(1402 + at * 25, 90, 3, 520, '#0003')),
    rect(300, 130, 760, 410, colour.white, 6),
    rect(316, 146, 728, 378, '#fbfaf6'),
    each([110, 160, 130, 220, 270], (h, at) =>
      rect(
        380 + at * 84,
        480 - h,
        54,
        h,
        [colour.plum, colour.college, colour.plum, colour.college, colour.gold][at]!,
        4,
      ),
    ),
    stroke('M360 484H800M360 484V190', 5, colour.ink),
    stroke('M390 340L480 290L570 310L650 230L740 186', 7, colour.teal),
    disc(900, 260, 74, colour.haze),
    shape('M900 260V186A74 74 0 0 1 970 284Z', colour.college),
    shape('M900 260L970 284A74 74 0 0 1 880 331Z', colour.gold),
    stroke('M850 390h110M850 420h80M850 450h96', 8, colour.haze),
    rect(0, 600, 1600, 300, '#7d5a3f'),
    person(1200, 700, 420, {
      skin: 0,
      hair: 'gele',
      headwear: colour.gold,
      top: colour.college,
      topCloth: 'rings',
      bottom: colour.college,
      cloth: 'rings',
      wear: 'wrapper',
      longSleeves: true,
      look: -0.7,
      hands: [-32, -80, 12, -54],
    }),
    each(
      [0, 1, 2],
      (row) =>
        times(8 - row * 2, (at) => {
          const [step, tall] = [
            [205, 280],
            [268, 350],
            [400, 460],
          ][row]!;
          const [x, y] = [80 + at * step! + row * 50, 880 + row * 100];
          return student(x, y, tall!, at * 3 + row * 5 + 1, {
            fromBehind: true,
            hands: row === 1 && at === 4 ? [-12, -56, 17, -110] : [-12, -56, 12, -56],
          });
        }) +
        rect(-20, 800 + row * 56 - (row === 2 ? 6 : 0), 1640, 30 + row * 8, colour.wood) +
        rect(-20, 800 + row * 56 - (row === 2 ? 6 : 0), 1640, 7, '#fff3') +
        rect(-20, 830 + row * 60, 1640, 60, colour.earth),
    ),
  );
