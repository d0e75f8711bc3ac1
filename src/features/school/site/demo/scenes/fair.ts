import {
  clothed,
  colour,
  disc,
  each,
  oval,
  poly,
  put,
  rect,
  scene,
  shape,
  stroke,
  times,
  cloud,
  ground,
  hills,
  sky,
  tree,
} from '../paint.ts';
import { zuma } from '../rocks.ts';
import { student } from '../people.ts';

const stall = (x: number, y: number, s: number, stripes: readonly [string, string], goods: string) =>
  put(
    x,
    y,
    s,
    oval(0, 4, 190, 14, '#000', 'opacity=".16"'),
    stroke('M-160 0V-350M160 0V-350', 10, colour.bark),
    goods,
    times(8, (at) => shape(`M${-200 + at * 50} -350h50v34q-25 22 -50 0Z`, stripes[at % 2]!)),
    times(8, (at) =>
      poly(
        [
          [-160 + at * 40, -420],
          [-120 + at * 40, -420],
          [-150 + at * 50, -350],
          [-200 + at * 50, -350],
        ],
        stripes[at % 2]!,
      ),
    ),
  );

const heap = (x: number, y: number, fill: string, r = 17) =>
  each(
    [
      [0, 0],
      [34, 0],
      [68, 0],
      [17, -26],
      [51, -26],
      [34, -52],
    ] as const,
    ([dx, dy]) => disc(x + dx, y + dy, r, fill) + disc(x + dx - 5, y + dy - 5, r * 0.3, '#fff5'),
  );

export const fair = () => {
  const counter = (fill: string) => rect(-170, -120, 340, 120, fill, 4) + rect(-180, -130, 360, 20, colour.wood, 5);
  return scene(
    sky('morning', 1330, 190),
    cloud(520, 110, 1),
    hills(520, '#b0c08f', 60),
    zuma(800, 540, 0.62),
    hills(550, '#86a26a', 40),
    tree(60, 600, 1.2),
    tree(1540, 600, 1.2, '#8c3a20', '#cf5a33'),
    ground(590, colour.sand),
    ground(660, '#dcb98a'),
    stall(
      330,
      770,
      1.06,
      [colour.college, colour.cream],
      student(-62, 0, 290, 0, { hands: [-20, -58, 18, -58] }) +
        counter('#8b4b3a') +
        heap(-140, -148, '#d8452e') +
        heap(-30, -148, colour.sun) +
        heap(76, -148, colour.grass),
    ),
    stall(
      820,
      750,
      1.02,
      [colour.indigo, colour.white],
      student(20, 0, 290, 5, { hands: [-20, -58, 18, -58] }) +
        counter(colour.night) +
        each([-150, -60, 30, 104], (x, at) =>
          put(
            x,
            -132,
            5,
            clothed(
              'M0 0h12v-8q-6 -2 -12 0Z',
              [colour.indigo, colour.laterite, colour.violet, colour.school][at]!,
              (['rings', 'weave', 'seeds', 'leaves'] as const)[at],
            ),
          ),
        ),
    ),
    stall(
      1290,
      770,
      1.06,
      [colour.sun, colour.school],
      student(0, 0, 290, 2, { hands: [-20, -58, 18, -58] }) +
        counter('#2f6b58') +
        each(
          [-150, -100, -50, 0, 50, 100],
          (x, at) =>
            rect(x, -186, 34, 56, [colour.clay, colour.gold, colour.rose][at % 3]!, 8) +
            rect(x + 6, -196, 22, 12, colour.ink, 3) +
            rect(x, -168, 34, 18, '#fff8'),
        ),
    ),
    student(580, 890, 330, 7, { look: -0.7, hands: [-17, -60, 13, -50] }),
    student(1066, 890, 335, 4, { look: 0.7, hands: [-14, -50, 16, -62] }),
    stroke('M0 96Q400 180 800 96Q1200 180 1600 96', 4, colour.bark),
    times(23, (at) =>
      put(
        at * 72 + 8,
        96 + 42 * Math.abs(Math.sin(((at * 72 + 8) / 800) * Math.PI)),
        4,
        clothed('M-6 0H6L0 12Z', [colour.college, colour.sun, colour.school, colour.indigo][at % 4]!),
      ),
    ),
  );
};
