import type { Chance } from './chance.demo.ts';
import { names, namesOfFaith, type People, type Religion } from './names.demo.ts';

/** What brothers and sisters share. */
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

/** How many of a hundred families come from each people: it follows the place. */
export type Mix = Partial<Record<People, number>>;

/** A family from the place's mix of peoples. */
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

/** Names that fit the family: from its people, from its faith, mostly one of each. */
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

/** A number that can be written and that nobody answers: no network has been given 0919. */
export const inventedPhone = (n: number): string =>
  `+234919${String((n * 7_368_787 + 1_234_567) % 10_000_000).padStart(7, '0')}`;

/** A name as it can stand in an address: `Adéyẹmí` gives `adeyemi`. */
export const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
