import { eq, sql } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { gazetteer, type Gazetteer } from './gazetteer.ts';
import { countries, lgas, states } from './geography.schema.ts';

export type { Gazetteer, Place } from './gazetteer.ts';

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
