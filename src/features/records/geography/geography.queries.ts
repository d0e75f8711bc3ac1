import { eq, sql } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { countries, lgas, states } from './geography.schema.ts';
import { countrySpellings, lgaSpellings, stateSpellings } from './spellings.ts';

type Table = typeof countries | typeof states | typeof lgas;

const place = (table: Table) => ({ id: table.id, name: table.name });
// Sorts Åland Islands under A in any database locale.
const byName = (table: Table) => sql`akada_searchable(${table.name})`;

/** All countries by name. */
export const listCountries = (db: Db) => db.select(place(countries)).from(countries).orderBy(byName(countries));

/** All countries by name, with the fields a form shows for each. Ids of areas start with their country's id. */
export const listCountryChoices = (db: Db) =>
  db
    .select({
      ...place(countries),
      hasStates: sql<boolean>`${countries.id} in (select country_id from states)`,
      hasLgas: sql<boolean>`${countries.id} in (select left(state_id, 2) from lgas)`,
    })
    .from(countries)
    .orderBy(byName(countries));

/** The states, regions or departments of a country, if any. */
export const listStates = (db: Db, countryId: string) =>
  db.select(place(states)).from(states).where(eq(states.countryId, countryId)).orderBy(byName(states));

/** The local government areas of a state. */
export const listLgas = (db: Db, stateId: string) =>
  db.select(place(lgas)).from(lgas).where(eq(lgas.stateId, stateId)).orderBy(byName(lgas));

interface PlaceOf {
  countryId: string | null;
  stateId?: string | null;
  stateName?: string | null;
  lgaId?: string | null;
}

/** The initial choices for `<PlaceFields {...choices} …>`. */
export async function placeChoices(db: Db, { countryId, stateId = null, stateName = null, lgaId = null }: PlaceOf) {
  const [countryRows, stateRows, lgaRows] = await Promise.all([
    listCountryChoices(db),
    listStates(db, countryId ?? ''),
    listLgas(db, stateId ?? ''),
  ]);
  const value = { countryId, stateId, stateName, lgaId };
  return { value, countries: countryRows, states: stateRows, lgas: lgaRows };
}
export type PlaceChoices = Awaited<ReturnType<typeof placeChoices>>;

let loaded: Promise<Gazetteer> | undefined;

/** All places in memory, for imports. Read once, since only migrations change them. */
export function loadGazetteer(db: Db): Promise<Gazetteer> {
  loaded ??= readPlaces(db).then(gazetteer);
  // Retries after a failed read.
  loaded.catch(() => (loaded = undefined));
  return loaded;
}

async function readPlaces(db: Db) {
  const [allCountries, allStates, allLgas] = await Promise.all([
    db.select().from(countries),
    db.select().from(states),
    db.select().from(lgas),
  ]);
  return { countries: allCountries, states: allStates, lgas: allLgas };
}

interface Place {
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
