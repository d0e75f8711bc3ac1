import { colour, put, shape, stroke, disc, drawing, each, poly, rect, times, shrub } from './paint.ts';

/** The granite boulders above Abeokuta, with green in their cracks. */
export const olumo = (x: number, y: number, s: number) =>
  put(
    x,
    y,
    s,
    shape(
      'M-620 0Q-600 -120 -470 -150Q-430 -260 -300 -262Q-240 -360 -70 -352Q60 -420 190 -330Q330 -330 380 -220Q520 -200 560 -90Q620 -60 640 0Z',
      colour.granite,
    ),
    shape('M-600 -40Q-560 -140 -450 -150Q-420 -255 -300 -262Q-330 -190 -420 -150Q-380 -80 -440 0H-620Z', colour.shale),
    shape(
      'M-300 -262Q-240 -358 -70 -352Q40 -400 130 -362Q20 -350 -20 -280Q-160 -300 -220 -214Q-290 -200 -300 -262Z',
      colour.stone,
    ),
    shape('M190 -330Q330 -330 380 -220Q300 -262 230 -214Q120 -236 60 -180Q90 -300 190 -330Z', colour.stone),
    shape('M380 -220Q520 -200 560 -90Q470 -150 400 -110Q360 -160 380 -220Z', '#9b8d83'),
    shape('M-220 -214Q-120 -250 -60 -180Q40 -200 60 -110Q-20 -60 10 0H-300Q-330 -140 -220 -214Z', '#7b6f69'),
    shape('M-206 -210Q-120 -240 -66 -178Q-150 -190 -206 -140Q-250 -120 -262 -100Q-256 -180 -206 -210Z', '#94877d'),
    stroke(
      'M60 -180Q20 -120 60 -60M230 -214Q180 -150 220 -80M-20 -280Q-60 -240 -60 -190M400 -110Q360 -70 380 -20',
      5,
      colour.shale,
    ),
    ...(
      [
        [-440, -160, 0.5],
        [-30, -186, 0.6],
        [224, -226, 0.5],
        [396, -120, 0.6],
        [-250, -262, 0.36],
        [120, -366, 0.4],
      ] as const
    ).map(([dx, dy, k]) => shrub(dx, dy + 14, k)),
  );

/** The great stone at Suleja, streaked by rain. */
export const zuma = (x: number, y: number, s: number, light: string = colour.stone, dark: string = colour.granite) =>
  put(
    x,
    y,
    s,
    shape(
      'M-430 0Q-400 -60 -372 -210Q-340 -400 -220 -448Q-60 -500 110 -462Q270 -440 318 -300Q352 -160 400 -70Q430 -20 470 0Z',
      light,
    ),
    shape('M110 -462Q270 -440 318 -300Q352 -160 400 -70Q430 -20 470 0H120Q190 -120 176 -260Q170 -390 110 -462Z', dark),
    shape(
      'M-372 -210Q-340 -400 -220 -448Q-120 -480 -20 -480Q-180 -450 -232 -330Q-290 -200 -290 -40L-400 -80Z',
      '#fff',
      'opacity=".13"',
    ),
    ...(
      [
        [-250, -420, 300],
        [-180, -440, 210],
        [-120, -452, 360],
        [-50, -462, 250],
        [20, -460, 390],
        [84, -450, 220],
        [150, -424, 330],
        [220, -390, 240],
        [270, -330, 210],
      ] as const
    ).map(([dx, dy, long], at) =>
      stroke(
        `M${dx} ${dy}Q${dx - 10 + at * 3} ${dy + long / 2} ${dx + 8 - at} ${dy + long}`,
        7 + (at % 3) * 6,
        colour.shale,
        'opacity=".3"',
      ),
    ),
    stroke(
      'M-110 -290q34 -22 66 0M30 -292q32 -20 60 0M-16 -280q-14 60 -22 84q18 14 40 4M-60 -136q54 14 104 -2',
      9,
      colour.shale,
      'opacity=".28"',
    ),
  );

const shield = 'M128 8L238 34V124Q238 208 128 250Q18 208 18 124V34Z';
const cut = (id: string, d: string, ...content: string[]) =>
  `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${content.join('')}</g>`;
const rays = (x: number, y: number) =>
  disc(x, y, 25, colour.sun) +
  each([38, 52], (r, ring) =>
    times(16 + ring * 6, (at) =>
      disc(
        x + r * Math.cos((at * 6.2832) / (16 + ring * 6)),
        y + r * Math.sin((at * 6.2832) / (16 + ring * 6)),
        3.2 - ring,
        colour.sun,
      ),
    ),
  );
const openBook = (x: number, y: number, s: number) =>
  put(
    x,
    y,
    s,
    shape('M0 -14Q-26 -32 -60 -24V22Q-26 14 0 30Q26 14 60 22V-24Q26 -32 0 -14Z', colour.white),
    stroke('M0 -12V28', 4, colour.sand),
    each([-1, 1], (side) =>
      stroke(
        `M${side * 12} -8Q${side * 28} -16 ${side * 48} -13M${side * 12} 6Q${side * 28} -2 ${side * 48} 1`,
        3.4,
        colour.sand,
      ),
    ),
  );

/** A shield with the rock, the sun and a book. */
export const schoolLogo = () =>
  drawing(
    256,
    256,
    shape(shield, colour.school),
    cut(
      'in',
      'M128 20L227 43V124Q227 199 128 237Q29 199 29 124V43Z',
      rect(0, 0, 256, 256, '#e9f1ea'),
      rays(150, 76),
      olumo(128, 162, 0.2),
      rect(0, 160, 256, 100, colour.school),
      openBook(128, 190, 0.78),
    ),
    stroke(shield, 7, colour.sun),
  );

/** A round seal with the stone in the teeth of a wheel. */
export const collegeLogo = () =>
  drawing(
    256,
    256,
    times(
      16,
      (at) =>
        `<g transform="rotate(${at * 22.5} 128 128)">${poly(
          [
            [114, 4],
            [142, 4],
            [148, 30],
            [108, 30],
          ],
          colour.college,
        )}</g>`,
    ),
    disc(128, 128, 110, colour.college),
    disc(128, 128, 96, colour.sun),
    cut(
      'in',
      'M128 38A90 90 0 1 1 127.9 38Z',
      rect(0, 0, 256, 256, '#f6ecdd'),
      rays(176, 88),
      zuma(118, 176, 0.22),
      rect(0, 170, 256, 90, colour.college),
      openBook(128, 186, 0.5),
    ),
  );
