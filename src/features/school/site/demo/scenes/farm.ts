import {
  chance,
  colour,
  disc,
  each,
  put,
  rect,
  scene,
  shape,
  stroke,
  times,
  turn,
  cloud,
  ground,
  hills,
  palm,
  sky,
  tree,
  tufts,
} from '../paint.ts';
import { person, pupil } from '../people.ts';
import { olumo } from '../rocks.ts';

export const farm = () => {
  const row = (y: number, s: number, seed: number) =>
    shape(`M0 ${y}Q800 ${y - 22 * s} 1600 ${y}V${y + 44 * s}H0Z`, seed % 2 ? '#8a4a2b' : '#995532') +
    times(Math.round(17 / s), (at) =>
      put(
        at * 100 * s + 30 + chance(seed) * 40,
        y + 6,
        s,
        each([-34, 0, 34], (angle) =>
          turn(angle, 0, 0, shape('M0 0Q22 -34 0 -74Q-22 -34 0 0Z', angle === 0 ? '#4f9256' : colour.leaf)),
        ),
      ),
    );
  return scene(
    sky('morning', 1180, 220),
    cloud(300, 170, 0.9),
    hills(470, '#a9bd8f', 70),
    olumo(420, 480, 0.42),
    hills(500, '#7fa268', 50, 60),
    tree(1470, 560, 1.2, colour.forest, colour.leaf, colour.sun),
    palm(1260, 550, 1, -24),
    palm(90, 560, 1.2, 26),
    tree(270, 560, 0.8),
    put(
      700,
      540,
      1,
      rect(-10, -90, 240, 90, '#c9a877'),
      shape('M-40 -90L260 -90L220 -150L0 -150Z', colour.bark),
      rect(90, -64, 46, 64, colour.earth),
      times(5, (at) => stroke(`M${10 + at * 50} -146L${-10 + at * 62} -94`, 2, '#0003')),
    ),
    ground(545, '#a66238'),
    row(570, 0.5, 1),
    row(606, 0.66, 2),
    row(660, 0.85, 3),
    pupil(1240, 700, 300, 1, { look: -0.5, hands: [-16, -50, -13, -66], elbows: [1, -1], holds: '' }),
    stroke('M1186 710L1206 480', 9, colour.wood),
    shape('M1176 700h26l-4 34h-22Z', colour.steel),
    row(728, 1.1, 4),
    person(460, 806, 480, {
      skin: 3,
      hair: 'straw',
      top: colour.white,
      bottom: colour.school,
      wear: 'skirt',
      trim: colour.sun,
      look: 0.6,
      hands: [-12, -54, 12, -54],
      holds:
        shape('M-17 -56H17L12 -42Q0 -38 -12 -42Z', colour.gold) +
        stroke('M-15 -52H15M-14 -48H14', 0.8, colour.earth) +
        each([-11, -5, 1, 7, 12], (x, i) =>
          disc(x, -57.4 - (i % 2) * 2.6, 3.6, [colour.laterite, '#d8452e', colour.sun][i % 3]!),
        ),
    }),
    pupil(830, 806, 450, 5, { look: -0.5, skin: 2, hands: [-15, -62, 19, -52], holds: '' }),
    put(
      830,
      806,
      4.5,
      shape('M14 -52h13l-2 12h-9Z', colour.teal),
      stroke('M27 -50l9 -7M20 -52q-2 -9 4 -8', 1.6, colour.teal),
    ),
    row(820, 1.5, 5),
    tufts(880, 20, 20, colour.forest, 7),
  );
};
