import { colour, disc, drawing, each, poly, put, rect, shape, stroke, times } from './paint.ts';
import { olumo, zuma } from './rocks.ts';

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
