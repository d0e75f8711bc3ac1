import { colour, drawing, put, rect, veil, type Cloth } from './paint.ts';
import { person, type Person } from './people.ts';

/** Head and shoulders in front of a cloth. */
const portrait = (ground: string, cloth: Cloth, look: Person) => () =>
  drawing(
    640,
    640,
    rect(0, 0, 640, 640, ground),
    veil(0.22, put(0, 0, 7, rect(0, 0, 92, 92, `url(#${cloth})`))),
    person(320, 1570, 1400, { hands: [-13, -47, 13, -47], ...look }),
  );

const uniform = { top: colour.white, bottom: colour.school, trim: colour.sun };

export const schoolPortraits = {
  mother: portrait(colour.clay, 'leaves', {
    skin: 1,
    hair: 'gele',
    headwear: colour.indigo,
    top: colour.indigo,
    topCloth: 'rings',
    longSleeves: true,
    look: 0.4,
  }),
  father: portrait(colour.teal, 'seeds', {
    skin: 2,
    hair: 'fila',
    headwear: colour.laterite,
    top: colour.cream,
    wear: 'agbada',
    trim: colour.gold,
    look: -0.4,
  }),
  girl: portrait(colour.violet, 'rings', { ...uniform, skin: 3, hair: 'rows', look: 0.4 }),
  boy: portrait(colour.sun, 'seeds', { ...uniform, skin: 4, hair: 'low', look: -0.3 }),
  alumna: portrait(colour.school, 'leaves', {
    skin: 5,
    hair: 'afro',
    top: colour.laterite,
    topCloth: 'seeds',
    longSleeves: true,
    glasses: true,
    look: 0.3,
  }),
};

export const collegePortraits = {
  graduate: portrait(colour.violet, 'leaves', {
    skin: 5,
    hair: 'mortar',
    headwear: colour.college,
    top: colour.college,
    wear: 'gown',
    trim: colour.sun,
    look: 0.3,
  }),
  programmer: portrait(colour.haze, 'rings', {
    skin: 3,
    hair: 'hijab',
    headwear: colour.college,
    top: colour.teal,
    longSleeves: true,
    look: -0.3,
  }),
  trader: portrait(colour.sun, 'weave', { skin: 2, hair: 'low', top: colour.leaf, topCloth: 'rings', look: 0.4 }),
  parent: portrait(colour.rose, 'seeds', {
    skin: 0,
    hair: 'hula',
    headwear: colour.indigo,
    top: colour.cream,
    wear: 'agbada',
    trim: colour.indigo,
    look: -0.4,
  }),
  employer: portrait(colour.steel, 'leaves', {
    skin: 1,
    hair: 'grey',
    top: colour.ink,
    trim: colour.white,
    longSleeves: true,
    glasses: true,
    look: 0.2,
  }),
};
