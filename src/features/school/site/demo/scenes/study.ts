import { colour, disc, each, oval, poly, put, rect, scene, shape, shrub, stroke, times, tree, turn } from '../paint.ts';
import { book, person, pupil, student, type Learner, type Person } from '../people.ts';
import { olumo } from '../rocks.ts';
import { chair, fan, room, screen, shelf, table } from '../rooms.ts';

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

const seats = [200, 600, 1000, 1400];

const computerRoom = (learner: Learner, wall: string, teacher: Person, seed: number) =>
  scene(
    room(wall, '#8c6a4f', 600, [1290], 270),
    rect(120, 90, 560, 320, colour.white, 8) + rect(140, 110, 520, 280, colour.night),
    stroke('M200 190h180M230 230h220M230 270h140M200 310h100', 10, colour.haze),
    stroke('M470 190h90M480 270h110', 10, colour.sun),
    fan(980, 40),
    person(810, 760, 500, { longSleeves: true, look: -0.6, hands: [-32, -82, 12, -52], ...teacher }),
    rect(0, 690, 1600, 130, '#5f4330') + rect(0, 690, 1600, 24, colour.wood) + rect(0, 690, 1600, 7, '#fff3'),
    each(seats, (x, at) => screen(x, 690, 1.3, at % 2 ? colour.night : colour.indigo)),
    each(
      seats,
      (x, at) =>
        learner(x + 70, 1090, 560, at * 3 + seed, { fromBehind: true, hands: [-13, -58, 14, -59] }) +
        chair(x + 70, 800, 190, colour.ink),
    ),
  );

export const computers = () =>
  computerRoom(
    (x, y, tall, at, more) => pupil(x, y, tall, at, more),
    '#dde4ee',
    { skin: 1, hair: 'afro', top: colour.teal, topCloth: 'seeds', bottom: colour.ink },
    2,
  );

export const programming = () =>
  computerRoom(
    (x, y, tall, at, more) => student(x, y, tall, at, more),
    '#e6dde6',
    {
      skin: 3,
      hair: 'hula',
      headwear: colour.college,
      top: colour.cream,
      bottom: colour.cream,
      trim: colour.gold,
      glasses: true,
    },
    4,
  );
