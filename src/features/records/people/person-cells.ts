import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { countries, lgas, states } from '#features/records/geography/geography.schema.ts';

interface PersonTable {
  institutionId: SQLWrapper;
  id: SQLWrapper;
  nationalityId: SQLWrapper;
  countryId: SQLWrapper;
  stateId: SQLWrapper;
  stateName: SQLWrapper;
  lgaId: SQLWrapper;
  gender: SQLWrapper;
  photoId: SQLWrapper;
}

/** Export columns common to all kinds of people. Used together with `personJoins`. */
export const personCells = (table: PersonTable, people: 'students' | 'employees' | 'guardians') => ({
  gender: sql`initcap(${table.gender})`,
  nationality: sql`nation.name`,
  country: countries.name,
  state: sql`coalesce(${states.name}, ${table.stateName})`,
  lga: lgas.name,
  photo: sql`case when ${table.photoId} is not null
    then ${`/${people}/`}::text || ${table.id} || '/photo/large?v=' || ${table.photoId} end`,
});

/** Joins for names of places and the institution, only those needed. */
export const personJoins = (table: PersonTable, keys: readonly string[]): SQL => {
  const needs = (...some: string[]) => some.some((key) => keys.includes(key));
  return sql.join(
    [
      sql`left join institutions on institutions.id = ${table.institutionId}`,
      ...(needs('nationality') ? [sql`left join ${countries} nation on nation.id = ${table.nationalityId}`] : []),
      ...(needs('country') ? [sql`left join ${countries} on ${countries.id} = ${table.countryId}`] : []),
      ...(needs('state') ? [sql`left join ${states} on ${states.id} = ${table.stateId}`] : []),
      ...(needs('lga') ? [sql`left join ${lgas} on ${lgas.id} = ${table.lgaId}`] : []),
    ],
    sql` `,
  );
};

/** Age in full years, by the institution's time zone. */
export const ageOf = (birthDate: SQLWrapper): SQL =>
  sql`extract(year from age((now() at time zone institutions.time_zone)::date, ${birthDate}))::int`;
