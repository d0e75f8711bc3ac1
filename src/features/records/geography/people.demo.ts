import type { Chance } from './chance.demo.ts';
import { names, namesOfFaith, type People, type Religion } from './names.demo.ts';

/** What siblings share. */
export interface Family {
  people: People;
  surname: string;
  religion: Religion;
  language: string;
  stateId: string;
}

export interface GivenNames {
  gender: 'female' | 'male';
  firstName: string;
  middleName: string | null;
}

/** The percentage of families of each people, by place. */
export type Mix = Partial<Record<People, number>>;

/** A random family for a place. */
export function inventFamily(chance: Chance, mix: Mix): Family {
  const people = chance.weighted(mix);
  const { language, religions, states, surnames } = names[people];
  return {
    people,
    surname: chance.of(surnames),
    religion: chance.weighted(religions),
    language,
    stateId: chance.weighted(states),
  };
}

/** First names that fit the family's people and religion. */
export function inventNames(chance: Chance, { people, religion, surname }: Family, girls = 50): GivenNames {
  const gender = chance.often(girls) ? 'female' : 'male';
  const own = names[people][gender];
  const faith = namesOfFaith[religion][gender];
  const first = chance.of(chance.often(55) || !faith.length ? own : faith);
  const other = chance.of(own.includes(first) && faith.length ? faith : own);
  const isUsable = other !== first && other !== surname && chance.often(82);
  return {
    gender,
    firstName: first === surname ? other : first,
    middleName: isUsable && first !== surname ? other : null,
  };
}

/** A valid but unused phone number: no network has the prefix 0919. */
export const inventedPhone = (n: number): string =>
  `+234919${String((n * 7_368_787 + 1_234_567) % 10_000_000).padStart(7, '0')}`;

/** A name for e-mail addresses: `Adéyẹmí` becomes `adeyemi`. */
export const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
