import { countrySpellings, lgaSpellings, stateSpellings } from './spellings.ts';

export interface Place {
  id: string;
  name: string;
}

/** Finds places by typed or imported names; null if unknown or ambiguous. */
export interface Gazetteer {
  findCountry(name: string): Place | null;
  findState(name: string, countryId?: string): Place | null;
  findLga(stateId: string, name: string): Place | null;
  /** Whether a country has a list of states; otherwise the typed state is stored (state_name). */
  hasStates(countryId: string): boolean;
}

interface Places {
  countries: Place[];
  states: (Place & { countryId: string })[];
  lgas: (Place & { stateId: string })[];
}

/** Builds the lookup tables by id, name and other spellings. */
export function gazetteer({ countries, states, lgas }: Places): Gazetteer {
  const countryIndex = index(countries, countrySpellings, () => '');
  const stateIndex = index(states, stateSpellings, (state) => state.countryId);
  const lgaIndex = index(lgas, lgaSpellings, (lga) => lga.stateId);
  const withStates = new Set(states.map((state) => state.countryId));
  return {
    findCountry: (name) => find(countryIndex, '', name),
    findState: (name, countryId = 'NG') => find(stateIndex, countryId, name),
    findLga: (stateId, name) => find(lgaIndex, stateId, name),
    hasStates: (countryId) => withStates.has(countryId),
  };
}

function index<P extends Place>(places: P[], spellings: Record<string, string[]>, within: (place: P) => string) {
  const found = new Map<string, Place>();
  const learn = (place: P, spelling: string) => {
    const at = `${within(place)}:${letters(spelling)}`;
    if (!found.has(at)) found.set(at, { id: place.id, name: place.name });
  };
  // Names take precedence over other spellings.
  for (const place of places) learn(place, place.name);
  for (const place of places) [place.id, ...(spellings[place.id] ?? [])].forEach((spelling) => learn(place, spelling));
  for (const place of places) learn(place, withoutKind(place.name));
  return found;
}

/** Looks up the full name, then the name without its type: Moscow Oblast is not Moscow, but Lagos State is Lagos. */
const find = (places: Map<string, Place>, within: string, name: string): Place | null =>
  places.get(`${within}:${letters(name)}`) ?? places.get(`${within}:${letters(withoutKind(name))}`) ?? null;

const kinds =
  /\s(state|l\.?g\.?a\.?|local government( area| council)?|area council|province|region|county|oblast|prefecture|governorate|emirate)\s*$/i;
const withoutKind = (name: string) => name.replace(kinds, '');

const folded: Record<string, string> = {
  ə: 'e',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
};

/** Compares letters only, because punctuation, spaces and accents vary. */
const letters = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\0-\x7f]/g, (letter) => folded[letter] ?? '')
    .replace(/[^a-z0-9]/g, '');
