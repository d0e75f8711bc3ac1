import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import type { ReportContext, ReportField } from '#kernel/contracts/report.ts';
import { fieldsIn, fixedChoice, inView } from '#kernel/contracts/report-fields.ts';
import type { Permission } from '#kernel/permissions.ts';
import { lists, type ListKey } from '#features/records/lookups/lookups.schema.ts';
import { genders } from '../genders.ts';

/* What reports show of all kinds of people. */

export interface ReportedPerson {
  subject: 'student' | 'employee' | 'guardian';
  seeing: readonly Permission[];
  table: Record<
    | 'institutionId'
    | 'id'
    | 'surname'
    | 'firstName'
    | 'middleName'
    | 'sortName'
    | 'gender'
    | 'phone'
    | 'mobile'
    | 'email'
    | 'nationalityId'
    | 'countryId'
    | 'stateId'
    | 'stateName'
    | 'lgaId'
    | 'city'
    | 'community'
    | 'address'
    | 'photoId'
    | 'photoSmallId',
    SQLWrapper
  >;
}

/** A permission for all fields of a group. */
export interface Guard {
  needs?: Permission | readonly Permission[];
  restriction?: RestrictedGroup;
}

export const rowNameOf = ({ table }: ReportedPerson): SQL =>
  sql`concat_ws(', ', ${table.surname}, concat_ws(' ', ${table.firstName}, ${table.middleName}))`;

export function nameFields({ subject, table }: ReportedPerson, group: string): ReportField[] {
  const { text, choice } = fieldsIn(subject, group);
  const gender = fixedChoice(table.gender, genders);
  return [
    text('surname', 'Surname', table.surname, {
      order: { by: table.sortName, as: 'text' },
      within: table.sortName,
      width: 18,
    }),
    text('first_name', 'First name', table.firstName, { within: table.sortName, width: 18 }),
    text('middle_name', 'Middle name', table.middleName, { within: table.sortName, width: 18 }),
    choice('gender', 'Gender', gender.value, { ...gender.more, width: 9 }),
  ];
}

export const photoField = ({ subject, table }: ReportedPerson, group: string): ReportField =>
  fieldsIn(subject, group).photo(
    'photo',
    'Photo',
    sql`case when ${table.photoId} is not null
      then ${sql.raw(`'/${subject}s/'`)} || ${table.id} || '/photo/large?v=' || ${table.photoId} end`,
    {
      isOnlyShown: true,
      width: 12,
      thumbnail: sql`(select f.stored_as from files f where f.institution_id = ${table.institutionId} and f.id = ${table.photoSmallId})`,
    },
  );

export function contactFields({ subject, table }: ReportedPerson, group: string): ReportField[] {
  const { text } = fieldsIn(subject, group, { width: 17 });
  return [
    text('phone', 'Phone', table.phone),
    text('mobile', 'Mobile', table.mobile),
    text('email', 'E-mail', table.email, { width: 26 }),
  ];
}

/** The values of a list, as they are offered in forms; retired ones last. */
export const listOptions =
  (list: ListKey, seeing: readonly Permission[]) =>
  (context: ReportContext): SQL =>
    sql`select l.name as value, l.name as label from ${lists[list]} l
    where ${inView(sql`l.institution_id`, context, seeing)}
    group by l.name order by bool_and(l.retired_at is not null), min(l.position), l.name`;
