import { clothed, colour, disc, each, oval, poly, rect, shape, stroke, type Cloth } from './paint.ts';

export type Hair =
  | 'low'
  | 'afro'
  | 'puff'
  | 'buns'
  | 'braids'
  | 'rows'
  | 'grey'
  | 'gele'
  | 'hijab'
  | 'fila'
  | 'hula'
  | 'mortar'
  | 'straw';

interface Look {
  hair?: Hair;
  headwear?: string;
  look?: number;
  fromBehind?: boolean;
  mouth?: 'smile' | 'open';
  glasses?: boolean;
  topCloth?: Cloth;
}

const black = '#1b1412';
const scarf = 'M-8.6 -92Q-8.6 -101.5 0 -101.5Q8.6 -101.5 8.6 -92L12.4 -72Q0 -66 -12.4 -72Z';
const cap =
  'M-6.9 -90.5Q-7.6 -99.6 0 -99.8Q7.6 -99.6 6.9 -90.5Q6.2 -94.6 4.4 -95.4Q0 -96.6 -4.4 -95.4Q-6.2 -94.6 -6.9 -90.5Z';

/** The head of a person 100 units tall. */
export function head(look: Look, skin: string): string {
  const { hair = 'low', headwear = colour.indigo, fromBehind } = look;
  const neck =
    rect(-2.9, -87, 5.8, 8.4, skin, 2.6) +
    shape('M-2.9 -84.5Q0 -81.5 2.9 -84.5V-82Q0 -80 -2.9 -82Z', '#000', 'opacity=".18"');
  const skull = oval(0, -91.3, 6.5, 7.7, skin);
  const ears = disc(-6.5, -90.6, 1.4, skin) + disc(6.5, -90.6, 1.4, skin);
  const face = fromBehind ? '' : features(look);
  const back =
    fromBehind && !['hijab', 'gele', 'fila', 'hula', 'mortar', 'straw'].includes(hair)
      ? oval(0, -92, 6.9, 7.6, hair === 'grey' ? '#8a8683' : black)
      : '';
  return behind(hair, headwear) + neck + ears + skull + face + back + above(hair, headwear, look.topCloth, fromBehind);
}

function features({ look = 0, mouth = 'smile', glasses }: Look) {
  const x = look * 1.9;
  const eyes = each(
    [-2.5, 2.5],
    (side) =>
      oval(x + side, -91, 0.75, 0.95, '#171010') +
      stroke(`M${x + side - 1.2} -93.3Q${x + side} -94 ${x + side + 1.2} -93.3`, 0.6, '#171010'),
  );
  const nose = stroke(
    `M${x + look * 0.4} -90.2Q${x + look + 0.9} -88.6 ${x - 0.2} -88.4`,
    0.55,
    '#000',
    'opacity=".35"',
  );
  const lips =
    mouth === 'open'
      ? oval(x, -86.3, 1.6, 1.4, '#7c2621')
      : stroke(`M${x - 2} -86.9Q${x} -85.2 ${x + 2} -86.9`, 0.9, '#93322c');
  const lenses = glasses
    ? `<g fill="none" stroke="#20222f" stroke-width=".5"><circle cx="${x - 2.9}" cy="-90.9" r="2.5"/><circle cx="${x + 2.9}" cy="-90.9" r="2.5"/><path d="M${x - 0.4} -91h.8"/></g>`
    : '';
  return eyes + nose + lips + lenses;
}

function behind(hair: Hair, headwear: string) {
  if (hair === 'afro') return disc(0, -94, 9.6, black);
  if (hair === 'braids')
    return stroke('M-6 -93Q-9.5 -84 -8 -74M6 -93Q9.5 -84 8 -74M-7 -92Q-7.4 -84 -6 -77M7 -92Q7.4 -84 6 -77', 2.2, black);
  if (hair === 'buns') return disc(-6, -98, 3.4, black) + disc(6, -98, 3.4, black);
  if (hair === 'puff') return disc(0, -101, 5, black);
  if (hair === 'hijab') return shape(scarf, headwear);
  if (hair === 'straw') return oval(0, -95, 13, 3, colour.sand);
  return '';
}

function above(hair: Hair, headwear: string, cloth: Cloth | undefined, fromBehind?: boolean): string {
  switch (hair) {
    case 'gele':
      return (
        clothed(
          'M-7.4 -92.5Q-13 -101 -8.5 -107Q-1 -112.5 8 -108Q14.5 -103 7.4 -92.5Q0 -98.5 -7.4 -92.5Z',
          headwear,
          cloth,
        ) +
        stroke('M-7 -94Q-1 -103 9 -107M-6 -96Q-8 -103 -3 -109M6.6 -94.5Q4 -101 -6 -106', 0.7, '#fff', 'opacity=".45"')
      );
    case 'hijab':
      return fromBehind
        ? shape(scarf, headwear)
        : shape(
            'M-8.6 -92Q-8.6 -101.5 0 -101.5Q8.6 -101.5 8.6 -92Q8 -84 0 -82Q-8 -84 -8.6 -92ZM-5.8 -92Q-5.4 -85 0 -83.8Q5.4 -85 5.8 -92Q5 -97.4 0 -97.4Q-5 -97.4 -5.8 -92Z',
            headwear,
            'fill-rule="evenodd"',
          ) +
            shape('M-8.5 -90Q-6 -83.7 0 -83.5Q6 -83.7 8.5 -90L12.4 -72Q0 -66 -12.4 -72Z', headwear) +
            stroke('M-8 -84Q0 -76 9 -78', 0.8, '#fff', 'opacity=".3"');
    case 'fila':
      return clothed(
        'M-7.2 -94Q-7.6 -104 1 -104.5Q10.5 -104 9.6 -96.5Q7 -93.4 6.9 -94.2Q0 -97 -7.2 -94Z',
        headwear,
        cloth,
      );
    case 'hula':
      return (
        clothed('M-6.9 -94Q-7 -103.5 -5.6 -104Q0 -105 5.6 -104Q7 -103.5 6.9 -94Q0 -96.5 -6.9 -94Z', headwear, cloth) +
        stroke('M-6.8 -96.2Q0 -98.6 6.8 -96.2', 0.8, colour.sun)
      );
    case 'mortar':
      return (
        shape(cap, black) +
        shape('M-7 -94Q0 -97.5 7 -94V-98H-7Z', headwear) +
        poly(
          [
            [-13, -99.5],
            [0, -104.5],
            [13, -99.5],
            [0, -95.5],
          ],
          headwear,
        ) +
        stroke('M0 -100L9.5 -98.5V-91', 0.8, colour.sun) +
        rect(8.6, -92, 1.9, 4, colour.sun, 0.6)
      );
    case 'straw':
      return (
        shape('M-6.8 -95Q-6.6 -103.5 0 -103.5Q6.6 -103.5 6.8 -95Z', colour.sand) +
        shape('M-6.9 -97.2Q0 -99 6.9 -97.2V-95Q0 -96.6 -6.9 -95Z', colour.laterite) +
        shape('M-13 -95Q0 -98.6 13 -95Q0 -92.6 -13 -95Z', colour.sand)
      );
    case 'grey':
      return shape(cap, '#8a8683');
    case 'rows':
      return (
        shape(cap, black) +
        stroke(
          'M-3.4 -95.6Q-3.6 -98 -2 -99.4M0 -96Q0 -98 0 -99.6M3.4 -95.6Q3.6 -98 2 -99.4',
          0.6,
          '#fff',
          'opacity=".28"',
        )
      );
    case 'afro':
      return shape(
        'M-7.6 -89.5Q-9.6 -100.6 0 -101.5Q9.6 -100.6 7.6 -89.5Q6.4 -95 4 -95.8Q0 -96.8 -4 -95.8Q-6.4 -95 -7.6 -89.5Z',
        black,
      );
    default:
      return shape(cap, black);
  }
}
