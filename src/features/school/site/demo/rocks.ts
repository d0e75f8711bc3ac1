import { shrub } from './nature.ts';
import { colour, put, shape, stroke } from './paint.ts';

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
