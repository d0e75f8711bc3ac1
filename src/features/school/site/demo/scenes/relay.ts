import { colour, each, oval, rect, scene, stroke, cloud, ground, hills, sky, tree } from '../paint.ts';
import { person, type Person, student } from '../people.ts';
import { zuma } from '../rocks.ts';

export const relay = () => {
  const runner = (x: number, y: number, tall: number, skin: number, top: string, more: Partial<Person>) =>
    oval(x, y + 4, tall * 0.22, tall * 0.03, '#000', 'opacity=".18"') +
    person(x, y, tall, {
      skin,
      hair: 'low',
      top,
      bottom: colour.ink,
      wear: 'shorts',
      shoes: colour.white,
      look: 0.9,
      feet: [-20, -20, 17, -2],
      hands: [-19, -56, 22, -68],
      ...more,
    });
  return scene(
    sky('morning', 1180, 230),
    cloud(360, 120, 1),
    hills(460, '#b0c08f', 60),
    zuma(560, 480, 0.6),
    hills(486, '#86a26a', 40),
    ...[40, 180, 940, 1060, 1420, 1560].map((x, at) => tree(x, 520, 0.72 + (at % 3) * 0.1)),
    ground(515, colour.lime),
    rect(0, 545, 1600, 355, '#b5532d'),
    each([545, 610, 700, 820], (y, at) => rect(0, y, 1600, 4 + at, '#fff9')),
    each([100, 260, 420, 1180, 1340], (x, at) => student(x, 546, 150, at * 3 + 2, { hands: [-16, -104, 16, -106] })),
    runner(1290, 660, 290, 1, colour.teal, {}),
    runner(930, 740, 350, 4, colour.sun, { hair: 'rows' }),
    stroke('M986 520l30 -14', 9, colour.white),
    runner(480, 870, 480, 2, colour.college, { hair: 'braids', hands: [-20, -60, 26, -70], trim: colour.sun }),
    stroke('M596 550l46 -30', 13, colour.sun),
  );
};
