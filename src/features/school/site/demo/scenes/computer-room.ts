import { colour, each, rect, scene, stroke } from '../paint.ts';
import { person, type Person, type Learner, pupil, student } from '../people.ts';
import { chair, fan, room, screen } from '../rooms.ts';

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
