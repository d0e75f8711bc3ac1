import { sql, type SQL } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { momentText } from '#kernel/personal-data/data-section.ts';
import { columnListOf } from '#kernel/record-fields/derive.ts';
import type { RecordFields } from '#kernel/record-fields/record-field.ts';

/** For the `set` of an erasure: sets these columns to null. */
export const nulls = (...columns: string[]): Record<string, null> =>
  Object.fromEntries(columns.map((column) => [column, null]));

/** The values of an erased record of any kind: a placeholder name, and nothing to contact or recognise the person. */
export const erasedRecord = (fields: RecordFields): Record<string, SQL | string | null> => ({
  surname: 'Record',
  first_name: 'Erased',
  ...nulls('middle_name', 'gender', 'photo_id', 'photo_small_id'),
  ...nulls('nationality_id', 'country_id', 'state_id', 'state_name', 'lga_id'),
  ...nulls(
    ...Object.keys(fields)
      .filter((key) => !fields[key]!.byHand?.includes('erasure'))
      .map(toSnakeCase),
  ),
  anonymised_at: sql`now()`,
  updated_at: sql`now()`,
});

// Parts of the section "Record" that students, employees and guardians share; `p` is the person.

export const nameColumns = sql.raw(
  `p.surname as "Surname", p.first_name as "First name", p.middle_name as "Middle name", p.gender as "Gender"`,
);
/** The plain fields of some sections, each after a comma. */
export const plainColumns = (fields: RecordFields, ...sections: string[]) =>
  columnListOf(fields, 'p', { place: 'personalData', sections, as: 'label' });
export const homeColumns = (fields: RecordFields) =>
  sql`nation.name as "Nationality", country.name as "Country", coalesce(state.name, p.state_name) as "State",
  lga.name as "LGA"${plainColumns(fields, 'home', 'contact', 'religion')}`;
export const homeJoins =
  sql.raw(`left join countries nation on nation.id = p.nationality_id left join countries country on country.id = p.country_id
  left join states state on state.id = p.state_id left join lgas lga on lga.id = p.lga_id`);
export const nextOfKinExportColumns =
  sql.raw(`p.next_of_kin_name as "Next of kin", p.next_of_kin_relation as "Next of kin, relation",
  p.next_of_kin_phone as "Next of kin, telephone"`);
export const photoAndDates = sql`p.photo_id is not null as "Has photo",
  ${momentText('p.created_at')} as "Record created", ${momentText('p.updated_at')} as "Record last changed"`;
