import { countrySpellings, lgaSpellings, stateSpellings } from './spellings.ts';

export interface Place {
  id: string;
  name: string;
}

/** Finds places by what a person or a file writes; null when nothing, or nothing certain, is meant. */
export interface Gazetteer {
  findCountry(name: string): Place | null;
  findState(name: string, countryId?: string): Place | null;
  findLga(stateId: string, name: string): Place | null;
  /** Whether the states of a country are kept; elsewhere people write them. */
  hasStates(countryId: string): boolean;
}

interface Places {
  countries: Place[];
  states: (Place & { countryId: string })[];
  lgas: (Place & { stateId: string })[];
}

/** Builds the lookup tables: each place under its id, its name and its other spellings. */
export function gazetteer({ countries, states, lgas }: Places): Gazetteer {
  const countryIndex = index(countries, countrySpellings, () => '');
  const stateIndex = index(states, stateSpellings, (state) => state.countryId);
  const lgaIndex = index(lgas, lgaSpellings, (lga) => lga.stateId);
  const withStates = new Set(states.map(({ countryId }) => countryId));
  return {
    hasStates: (countryId) => withStates.has(countryId),
    findCountry: (name) => countryIndex.get(key('', name)) ?? null,
    findState: (name, countryId = 'NG') => stateIndex.get(key(countryId, name)) ?? null,
    findLga: (stateId, name) => lgaIndex.get(key(stateId, name)) ?? null,
  };
}

function index<P extends Place>(places: P[], spellings: Record<string, string[]>, within: (place: P) => string) {
  const found = new Map<string, Place>();
  const learn = (place: P, spelling: string) => {
    const at = key(within(place), spelling);
    if (!found.has(at)) found.set(at, { id: place.id, name: place.name });
  };
  // Names first: where two places could be meant, the one that bears the name is.
  for (const place of places) learn(place, place.name);
  for (const place of places) [place.id, ...(spellings[place.id] ?? [])].forEach((spelling) => learn(place, spelling));
  return found;
}

const suffix = /\b(state|l\.?g\.?a\.?|local government( area| council)?|area council)\s*$/;

function key(within: string, name: string) {
  const plain = name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  // Brackets, slashes, hyphens and blanks differ from clerk to clerk; letters seldom do.
  const letters = (text: string) => text.replace(/[^a-z0-9]/g, '');
  return `${within}:${letters(plain.trim().replace(suffix, '')) || letters(plain)}`;
}
