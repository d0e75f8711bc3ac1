import { type Hair } from './heads.ts';
import { colour } from './paint.ts';
import { person, type Person } from './people.ts';

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
