import {
  chance,
  colour,
  disc,
  oval,
  poly,
  rect,
  scene,
  shape,
  stroke,
  times,
  veil,
  cloud,
  hills,
  palm,
  sky,
  tree,
  tufts,
} from '../paint.ts';
import { person, type Person } from '../people.ts';
import { olumo } from '../rocks.ts';

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
