import {
  clothed,
  colour,
  disc,
  each,
  oval,
  poly,
  put,
  rect,
  shape,
  skins,
  stroke,
  through,
  type Cloth,
  type Point,
} from './paint.ts';
import { head, type Hair } from './heads.ts';

type Pair = readonly [leftX: number, leftY: number, rightX: number, rightY: number];

/** A person 100 units tall at 0, 0. */
export interface Person {
  skin?: number;
  hair?: Hair;
  /** Colour of a head-tie, cap or scarf. */
  headwear?: string;
  top: string;
  bottom?: string;
  wear?: 'trousers' | 'shorts' | 'skirt' | 'wrapper' | 'gown' | 'agbada' | 'coat';
  cloth?: Cloth;
  topCloth?: Cloth;
  trim?: string;
  longSleeves?: boolean;
  /** Where the left and the right one are. */
  hands?: Pair;
  /** 1 for hanging elbows, -1 for the other direction. */
  elbows?: readonly [number, number];
  feet?: Pair;
  shoes?: string;
  /** From -1 (left) to 1 (right). */
  look?: number;
  fromBehind?: boolean;
  mouth?: 'smile' | 'open';
  glasses?: boolean;
  /** An object held in front of the body and behind the hands. */
  holds?: string;
}

/** The elbow or knee between two points; `bend` chooses the side of the line. */
function joint([ax, ay]: Point, [bx, by]: Point, upper: number, lower: number, bend: number): Point {
  const [dx, dy] = [bx - ax, by - ay];
  const far = Math.max(Math.hypot(dx, dy), 1);
  const reach = Math.min(far, upper + lower - 0.1);
  const along = (upper ** 2 - lower ** 2 + reach ** 2) / (2 * reach);
  const aside = Math.sqrt(Math.max(0, upper ** 2 - along ** 2)) * bend;
  return [ax + (dx * along - dy * aside) / far, ay + (dy * along + dx * aside) / far];
}

const middle = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2];

function arm(side: -1 | 1, hand: Point, bend: number, { top, longSleeves, wear }: Person, skin: string) {
  const shoulder: Point = [side * 9.2, -76.5];
  // Elbows hang outward and downward by default. An arm pointing at the viewer looks shorter, without a visible elbow.
  const long = Math.min(33, Math.max(18, Math.hypot(hand[0] - shoulder[0], hand[1] - shoulder[1]) * 1.1));
  const [one, other] = [1, -1].map((way) => joint(shoulder, hand, long * 0.52, long * 0.48, way)) as [Point, Point];
  const hangs = ([x, y]: Point) => side * x + 0.6 * y;
  const elbow = hangs(one) > hangs(other) === bend > 0 ? one : other;
  const shadow = (width: number, ...to: Point[]) =>
    stroke(through([shoulder, elbow, ...to]), width, '#000', 'opacity=".13"');
  const wrist = middle(hand, middle(elbow, hand));
  const isLong = longSleeves || wear === 'coat' || wear === 'gown' || wear === 'agbada';
  const width = wear === 'gown' || wear === 'agbada' ? 8.5 : 6.2;
  return isLong
    ? shadow(width + 1, middle(elbow, hand)) +
        disc(...hand, 2.9, skin) +
        stroke(through([shoulder, elbow, wrist]), width, top)
    : shadow(5.8, hand) +
        stroke(through([shoulder, elbow, hand]), 4.6, skin) +
        disc(...hand, 2.8, skin) +
        stroke(through([shoulder, middle(elbow, middle(elbow, shoulder))]), 6.8, top);
}

function legs(
  {
    wear = 'trousers',
    bottom = colour.ink,
    feet: [leftX, leftY, rightX, rightY] = [-4.4, -1.5, 4.4, -1.5],
    shoes = colour.ink,
    top,
  }: Person,
  skin: string,
) {
  const isBare = wear === 'skirt' || wear === 'shorts';
  return each([-1, 1], (side) => {
    const foot: Point = side === -1 ? [leftX, leftY] : [rightX, rightY];
    const hip: Point = [side * 4.2, -47];
    const knee = joint(hip, foot, 23.4, 23.4, foot[0] * side > 12 ? -side : side * (foot[1] < -6 ? -1 : 0.4));
    const leg =
      wear === 'agbada' || wear === 'coat' || !isBare
        ? stroke(through([hip, knee, foot]), 7, wear === 'agbada' ? top : bottom)
        : stroke(through([hip, knee, foot]), 4.8, skin) +
          stroke(
            through([middle(knee, middle(knee, foot)), foot].map((p, i) => (i === 0 ? middle(p, foot) : p))),
            5.2,
            wear === 'shorts' ? (bottom as string) : colour.white,
          );
    const short =
      wear === 'shorts' ? stroke(through([hip, middle(hip, knee), middle(knee, middle(hip, knee))]), 8.6, bottom) : '';
    return leg + short + oval(foot[0] + side * 1.3, foot[1] + 0.2, 4, 2, shoes);
  });
}

const torso = 'M-11.6 -76Q-11.4 -81 -5 -82L5 -82Q11.4 -81 11.6 -76L9.2 -48L-9.2 -48Z';
const dresses = {
  skirt: 'M-8.8 -51L8.8 -51L13 -25Q0 -22.5 -13 -25Z',
  wrapper: 'M-9 -53L9 -53Q11.5 -30 9.4 -4Q0 -2 -9.4 -4Q-11.5 -30 -9 -53Z',
  gown: 'M-10 -81Q0 -83 10 -81L17 -12Q0 -8 -17 -12Z',
  agbada: 'M-7 -82L7 -82Q15 -80 21 -50L16 -14Q0 -10 -16 -14L-21 -50Q-15 -80 -7 -82Z',
  coat: 'M-11.6 -76Q-11.4 -81 -5 -82L5 -82Q11.4 -81 11.6 -76L12 -28L-12 -28Z',
};

function clothes(person: Person) {
  const { wear = 'trousers', top, bottom = colour.ink, cloth, topCloth, trim, fromBehind } = person;
  const collar = trim && !fromBehind ? shape('M-4.6 -82.2L0 -76L4.6 -82.2Z', trim) : '';
  const shade = shape('M3 -82Q11.4 -81 11.6 -76L9.2 -48L4 -48Z', '#000', 'opacity=".07"');
  if (wear === 'gown')
    return (
      clothed(dresses.gown, top, cloth) +
      (trim && !fromBehind ? shape('M-7 -82L0 -60L7 -82L10 -81L0 -52L-10 -81Z', trim) : '') +
      shape('M4 -82L10 -81L17 -12Q10 -10 8 -10Z', '#000', 'opacity=".1"')
    );
  if (wear === 'agbada')
    return (
      clothed(dresses.agbada, top, cloth) +
      stroke('M-4 -81Q0 -70 4 -81M0 -74V-54M-5 -66Q0 -60 5 -66', 1.1, trim ?? colour.sun) +
      shape('M6 -82Q15 -80 21 -50L16 -14L10 -12Z', '#000', 'opacity=".09"')
    );
  if (wear === 'coat')
    return (
      clothed(torso, bottom) +
      shape(dresses.coat, top) +
      shape('M-4 -82L0 -62L4 -82Z', trim ?? colour.mist) +
      stroke('M0 -62V-30', 0.7, '#000', 'opacity=".18"') +
      shape('M5 -82Q11.4 -81 11.6 -76L12 -28L7 -28Z', '#000', 'opacity=".06"')
    );
  const lower =
    wear === 'skirt' || wear === 'wrapper'
      ? clothed(dresses[wear], bottom, cloth) +
        shape(
          wear === 'skirt' ? 'M2 -51L8.8 -51L13 -25L6 -23.5Z' : 'M3 -53L9 -53Q11.5 -30 9.4 -4L5 -3Z',
          '#000',
          'opacity=".1"',
        )
      : rect(-8.8, -51, 17.6, 7, bottom, 2);
  return lower + clothed(torso, top, topCloth) + shade + collar;
}

/** Draws a person with the feet at x, y. */
export function person(x: number, y: number, tall: number, look: Person): string {
  const {
    skin = 0,
    hands: [leftX, leftY, rightX, rightY] = [-13, -47, 13, -47],
    elbows = [1, 1],
    holds = '',
    wear,
  } = look;
  const tone = skins[skin % skins.length]!;
  const arms = arm(-1, [leftX, leftY], elbows[0], look, tone) + holds + arm(1, [rightX, rightY], elbows[1], look, tone);
  const body = legs(look, tone) + clothes(look);
  const isBehind = look.fromBehind || wear === 'gown' || wear === 'agbada';
  const floor = look.feet ? '' : oval(0, -0.5, 15, 2.6, '#000', 'opacity=".16"');
  return put(x, y, Math.round(tall * 10) / 1000, floor, isBehind ? arms + body : body + arms, head(look, tone));
}

export const book = (x: number, y: number, cover: string) =>
  poly(
    [
      [x - 8, y - 5],
      [x, y - 3.5],
      [x + 8, y - 5],
      [x + 8, y + 5],
      [x, y + 6.5],
      [x - 8, y + 5],
    ],
    cover,
  ) + stroke(`M${x} ${y - 3.4}V${y + 6}`, 0.6, '#0004');

const girlsHair: Hair[] = ['rows', 'puff', 'buns', 'hijab', 'rows', 'braids'];

export function pupil(x: number, y: number, tall: number, at: number, more: Partial<Person> = {}) {
  const isGirl = at % 2 === 0;
  return person(x, y, tall, {
    skin: at * 5 + 1,
    hair: isGirl ? girlsHair[(at / 2) % 6] : 'low',
    headwear: colour.white,
    look: Math.sin(at * 2.3) * 0.8,
    top: colour.white,
    bottom: colour.school,
    wear: isGirl ? 'skirt' : 'trousers',
    trim: colour.sun,
    ...more,
  });
}

const women: Hair[] = ['hijab', 'braids', 'afro', 'hijab', 'puff', 'rows'];

const men: Hair[] = ['low', 'hula', 'low', 'low', 'fila'];

const tops = [colour.teal, colour.gold, colour.indigo, colour.plum, colour.laterite, colour.leaf, colour.cream];

export function student(x: number, y: number, tall: number, at: number, more: Partial<Person> = {}) {
  const isWoman = at % 2 === 0;
  const hair = isWoman ? women[(at / 2) % 6]! : men[((at - 1) / 2) % 5]!;
  return person(x, y, tall, {
    skin: at * 5 + 3,
    hair,
    headwear: [colour.college, colour.indigo, colour.school][at % 3],
    look: Math.sin(at * 1.9) * 0.8,
    top: tops[at % 7]!,
    topCloth: at % 4 === 0 ? 'seeds' : at % 4 === 3 ? 'rings' : undefined,
    longSleeves: isWoman,
    bottom: isWoman ? colour.night : '#3c3a40',
    wear: isWoman ? 'wrapper' : 'trousers',
    cloth: at % 6 === 2 ? 'leaves' : undefined,
    ...more,
  });
}

export type Learner = (x: number, y: number, tall: number, at: number, more: Partial<Person>) => string;
