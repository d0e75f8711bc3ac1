import { colour, rect, scene, stroke, veil } from '../paint.ts';
import { person } from '../people.ts';
import { chair, fan, room, table } from '../rooms.ts';
import { pupil } from '../students.ts';

export const classroom = () =>
  scene(
    room('#efe2c6', '#a8643c', 560, [1280], 280),
    fan(330, 60),
    fan(1060, 44),
    rect(180, 120, 900, 360, colour.wood, 8),
    rect(198, 138, 864, 324, '#22473a'),
    veil(
      0.85,
      stroke('M250 210h250M250 250h190M250 290h220', 5, '#e9efe9'),
      stroke('M640 400V190M640 400h330M640 400Q720 200 800 300T960 210', 5, '#f1d98a'),
      stroke('M280 400a44 44 0 1 1 88 0a44 44 0 1 1 -88 0M324 400l31 -31', 5, '#e9efe9'),
    ),
    rect(320, 480, 560, 12, colour.earth),
    person(1130, 690, 420, {
      skin: 0,
      hair: 'low',
      glasses: true,
      top: colour.indigo,
      topCloth: 'seeds',
      bottom: '#3a3330',
      longSleeves: true,
      look: -0.4,
      hands: [
        [-33, -78],
        [11, -52],
      ],
      elbows: [-1, 1],
    }),
    stroke('M985 366L950 330', 6, colour.white),
    ...[0, 1].flatMap((row) =>
      [210, 590, 970, 1350].slice(0, 4 - row).map((left, at) => {
        const [x, y, tall] = row === 0 ? [left, 850, 300] : [left + 170, 1040, 400];
        const isAsking = (row === 0 && at === 1) || (row === 1 && at === 2);
        const top = y - tall * 0.54;
        return (
          table(x, top, tall * 0.86, tall * 0.5, colour.clay, colour.earth) +
          rect(x - tall * 0.38, top - 18, tall * 0.2, 12, [colour.indigo, colour.gold, colour.laterite][at % 3]!, 3) +
          pupil(x, y, tall, at * 3 + row * 2 + 1, {
            fromBehind: true,
            hands: [[-13, -56], isAsking ? [17, -112] : [13, -56]],
          }) +
          chair(x, y - tall * 0.56, tall * 0.34, colour.wood)
        );
      }),
    ),
  );
