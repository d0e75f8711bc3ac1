import { colour, mirror, put, rect, scene, shape, stroke, times, veil } from '../paint.ts';
import { person } from '../people.ts';

export const choir = () => {
  const singer = (x: number, y: number, tall: number, at: number) =>
    person(x, y, tall, {
      skin: at * 5 + 2,
      hair: at % 3 === 1 ? 'low' : (['rows', 'puff', 'buns', 'braids'] as const)[at % 4],
      headwear: colour.white,
      top: colour.school,
      wear: 'gown',
      trim: colour.sun,
      mouth: 'open',
      look: x < 800 ? 0.5 : -0.5,
      hands: [-5, -56, 5, -56],
      holds: '',
    }) +
    put(
      x,
      y,
      tall / 100,
      shape('M-8 -62L0 -60L8 -62L8 -51L0 -49L-8 -51Z', colour.white),
      stroke('M0 -60V-49.5', 0.5, '#0004'),
    );
  return scene(
    rect(0, 0, 1600, 900, '#2a3377'),
    veil(0.12, put(0, 0, 9, rect(0, 0, 178, 100, 'url(#rings)'))),
    shape('M500 0L1100 0L1500 900L100 900Z', '#fff1'),
    shape('M640 0L960 0L1240 900L360 900Z', '#fff1'),
    shape('M0 0H260Q230 300 60 560Q40 700 90 900H0Z', colour.brick),
    mirror(1600, shape('M0 0H260Q230 300 60 560Q40 700 90 900H0Z', colour.brick)),
    ...[0, 1].map((side) =>
      side
        ? mirror(1600, stroke('M60 0Q60 300 10 560M130 0Q130 260 30 560M200 0Q180 280 50 560', 6, '#0003'))
        : stroke('M60 0Q60 300 10 560M130 0Q130 260 30 560M200 0Q180 280 50 560', 6, '#0003'),
    ),
    shape('M30 548l70 26l-10 20l-70 -26Z', colour.sun),
    mirror(1600, shape('M30 548l70 26l-10 20l-70 -26Z', colour.sun)),
    rect(0, 760, 1600, 140, colour.earth),
    rect(0, 760, 1600, 14, colour.wood),
    rect(240, 640, 1120, 130, '#5b3823'),
    rect(240, 640, 1120, 10, colour.wood),
    rect(180, 720, 1240, 60, '#6d4429'),
    rect(180, 720, 1240, 10, colour.wood),
    times(6, (at) => singer(350 + at * 180, 650, 370, at + 2)),
    times(6, (at) => singer(300 + at * 200, 740, 390, at)),
    person(800, 1080, 560, {
      skin: 1,
      hair: 'low',
      fromBehind: true,
      top: colour.ink,
      bottom: colour.ink,
      longSleeves: true,
      hands: [-28, -86, 28, -90],
      elbows: [-1, -1],
    }),
    stroke('M957 576l52 -64', 7, colour.cream),
  );
};
