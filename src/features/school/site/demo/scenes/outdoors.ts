import {
  chance,
  clothed,
  cloud,
  colour,
  disc,
  each,
  ground,
  hills,
  oval,
  palm,
  poly,
  put,
  rect,
  scene,
  shape,
  sky,
  stroke,
  times,
  tree,
  tufts,
  turn,
  veil,
} from '../paint.ts';
import { person, pupil, student, type Person } from '../people.ts';
import { olumo, zuma } from '../rocks.ts';

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

export const football = () => {
  const player = (x: number, y: number, tall: number, skin: number, more: Partial<Person>) =>
    oval(x, y + 2, tall * 0.2, tall * 0.03, '#000', 'opacity=".18"') +
    person(x, y, tall, {
      skin,
      hair: 'low',
      top: colour.school,
      bottom: colour.white,
      wear: 'shorts',
      shoes: colour.ink,
      trim: colour.sun,
      ...more,
    });
  const rival = { top: colour.sun, bottom: colour.indigo, trim: colour.indigo };
  return scene(
    sky('noon', 300, 170),
    cloud(760, 130, 1),
    cloud(1320, 190, 0.8),
    hills(470, '#a5b88f', 70),
    olumo(1180, 470, 0.5),
    hills(480, '#82a26c', 30),
    ...[40, 190, 330, 1460, 1580].map((x, at) => tree(x, 500, 0.7 + (at % 3) * 0.12)),
    palm(1330, 500, 0.9, 24),
    rect(430, 430, 640, 60, colour.cream),
    shape('M410 430L1090 430L1060 396L440 396Z', colour.laterite),
    ...[0, 1].map((row) =>
      times(
        26 - row * 2,
        (at) =>
          disc(
            450 + at * 24 + row * 16,
            476 - row * 22,
            8,
            ['#4a2b1c', '#6a3f26', '#8f5a38', '#59341f'][Math.floor(chance(at + row * 40) * 4)]!,
          ) +
          rect(
            442 + at * 24 + row * 16,
            482 - row * 22,
            16,
            20,
            [colour.white, colour.school, colour.white, colour.sun][Math.floor(chance(at * 3 + row) * 4)]!,
            5,
          ),
      ),
    ),
    rect(0, 496, 1600, 404, '#6f9f58'),
    times(6, (at) =>
      poly(
        [
          [at * 300 - 160, 900],
          [at * 300 - 10, 900],
          [at * 190 + 325, 496],
          [at * 190 + 240, 496],
        ],
        '#7cab62',
      ),
    ),
    stroke('M0 520H1600M-60 900L240 520', 5, '#fff', 'opacity=".8"'),
    `<g fill="none" stroke="#fff" stroke-width="6"><path d="M1250 560V340H1560V560"/><path d="M1250 340l40 30v160M1560 340l-6 20" stroke-width="2"/></g>`,
    veil(
      0.4,
      times(11, (at) => stroke(`M${1256 + at * 30} 344V556`, 1.5, '#fff')),
      times(8, (at) => stroke(`M1252 ${360 + at * 26}H1558`, 1.5, '#fff')),
    ),
    player(1400, 600, 230, 2, {
      top: colour.laterite,
      bottom: colour.ink,
      trim: colour.white,
      longSleeves: true,
      hands: [-26, -86, 26, -88],
      elbows: [-1, -1],
      look: -0.8,
      feet: [-12, -1, 12, -1],
    }),
    player(250, 690, 330, 5, { ...rival, look: 0.9, feet: [-18, -16, 10, -1], hands: [-18, -62, 19, -56] }),
    player(1020, 740, 380, 1, { ...rival, look: -0.8, hands: [-22, -64, 20, -50], feet: [-12, -1, 17, -8] }),
    player(660, 850, 520, 4, { look: 0.7, hands: [-24, -64, 25, -70], elbows: [1, -1], feet: [-7, -1, 27, -15] }),
    disc(850, 742, 36, colour.white),
    shape('M850 722l18 13l-7 21h-22l-7 -21Z', colour.ink),
    stroke('M850 722V706M868 735l17 -5M861 756l11 14M839 756l-11 14M832 735l-17 -5', 4, colour.ink),
    stroke('M770 830q20 -10 30 -34M740 850q26 -4 44 -22', 5, '#fff', 'opacity=".5"'),
    tufts(850, 46, 26, '#56854a', 4),
  );
};

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
