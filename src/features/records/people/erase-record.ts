import { sql, type SQL } from 'drizzle-orm';
import { momentText } from '#kernel/personal-data/data-section.ts';

/** For the `set` of an erasure: sets these columns to null. */
export const nulls = (...columns: string[]): Record<string, null> =>
  Object.fromEntries(columns.map((column) => [column, null]));

/** The values of an erased record of any kind: a placeholder name, and nothing to contact or recognise the person. */
export const erasedRecord: Record<string, SQL | string | null> = {
  surname: 'Record',
  first_name: 'Erased',
  ...nulls('middle_name', 'gender', 'phone', 'mobile', 'email', 'religion', 'photo_id', 'photo_small_id'),
  ...nulls('nationality_id', 'country_id', 'state_id', 'state_name', 'lga_id', 'city', 'community', 'address'),
  anonymised_at: sql`now()`,
  updated_at: sql`now()`,
};

export const nextOfKinColumns = ['next_of_kin_name', 'next_of_kin_phone', 'next_of_kin_relation'];

// Parts of the section "Record" that students, employees and guardians share; `p` is the person.

export const nameColumns = sql.raw(
  `p.surname as "Surname", p.first_name as "First name", p.middle_name as "Middle name", p.gender as "Gender"`,
);
export const homeColumns =
  sql.raw(`nation.name as "Nationality", country.name as "Country", coalesce(state.name, p.state_name) as "State",
  lga.name as "LGA", p.city as "City", p.community as "Community", p.address as "Address", p.phone as "Phone",
  p.mobile as "Mobile", p.email as "E-mail", p.religion as "Religion"`);
export const homeJoins =
  sql.raw(`left join countries nation on nation.id = p.nationality_id left join countries country on country.id = p.country_id
  left join states state on state.id = p.state_id left join lgas lga on lga.id = p.lga_id`);
export const nextOfKinExportColumns =
  sql.raw(`p.next_of_kin_name as "Next of kin", p.next_of_kin_relation as "Next of kin, relation",
  p.next_of_kin_phone as "Next of kin, telephone"`);
export const photoAndDates = sql`p.photo_id is not null as "Has photo",
  ${momentText('p.created_at')} as "Record created", ${momentText('p.updated_at')} as "Record last changed"`;
