import { eq, sql } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { gazetteer, type Gazetteer } from './gazetteer.ts';
import { countries, lgas, states } from './geography.schema.ts';

export type { Gazetteer, Place } from './gazetteer.ts';

type Table = typeof countries | typeof states | typeof lgas;

const place = (table: Table) => ({ id: table.id, name: table.name });
// Åland Islands stand under A whatever the database's locale.
const byName = (table: Table) => sql`akada_searchable(${table.name})`;

/** All countries by name. */
export const listCountries = (db: Db) => db.select(place(countries)).from(countries).orderBy(byName(countries));

/** All countries by name, each with what a form asks below it. An area's id begins with its country's. */
export const listCountryChoices = (db: Db) =>
  db
    .select({
      ...place(countries),
      hasStates: sql<boolean>`${countries.id} in (select country_id from states)`,
      hasLgas: sql<boolean>`${countries.id} in (select left(state_id, 2) from lgas)`,
    })
    .from(countries)
    .orderBy(byName(countries));

/** The states, regions or departments of a country; empty where there are none. */
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

/** All that the fields of a person's place need at first: `<PlaceFields {...choices} …>`. */
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

/** Every place in memory, for imports: read once, for places change only with a migration. */
export function loadGazetteer(db: Db): Promise<Gazetteer> {
  loaded ??= readPlaces(db).then(gazetteer);
  // A failed read is not the last word.
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
