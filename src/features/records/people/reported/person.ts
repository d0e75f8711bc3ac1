import { reportFieldsOf } from '#kernel/record-fields/derive.ts';
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { GroupPermissions, RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import type { ReportContext, ReportField, ReportJoin } from '#kernel/contracts/report.ts';
import { fieldsIn, fixedChoice, inView, todayIn } from '#kernel/contracts/report-fields.ts';
import type { Permission } from '#kernel/permissions.ts';
import { type RecordFields } from '#kernel/record-fields/record-field.ts';
import { lists, type ListKey } from '#features/records/lookups/lookups.schema.ts';
import { genders } from '../genders.ts';

/* What reports show of all kinds of people. */

export interface ReportedPerson {
  subject: 'student' | 'employee' | 'guardian';
  seeing: readonly Permission[];
  groups: GroupPermissions;
  /** The plain fields. */
  fields: RecordFields;
  table: Record<
    | 'institutionId'
    | 'id'
    | 'surname'
    | 'firstName'
    | 'middleName'
    | 'sortName'
    | 'gender'
    | 'nationalityId'
    | 'countryId'
    | 'stateId'
    | 'stateName'
    | 'lgaId'
    | 'photoId'
    | 'photoSmallId',
    SQLWrapper
  >;
}

/** A permission for all fields of a group. */
interface Guard {
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

/** The plain fields of some sections, in a group of the report's own. */
export function plainFields(
  { subject, table, seeing, groups, fields }: ReportedPerson,
  reportGroup: string,
  ...sections: string[]
): ReportField[] {
  return reportFieldsOf(fields, table as Record<string, SQLWrapper>, {
    subject,
    group: reportGroup,
    sections,
    optionsOf: (list) => listOptions(list as ListKey, seeing),
    groups,
  });
}

/** The values of a list, as they are offered in forms; retired ones last. */
export const listOptions =
  (list: ListKey, seeing: readonly Permission[]) =>
  (context: ReportContext): SQL =>
    sql`select l.name as value, l.name as label from ${lists[list]} l
    where ${inView(sql`l.institution_id`, context, seeing)}
    group by l.name order by bool_and(l.retired_at is not null), min(l.position), l.name`;

/** Documents with an expiry date: the next one that runs out, and how many have. */
export function documentParts({ subject, table }: ReportedPerson, group: string, needs: Permission) {
  const { day, text, number } = fieldsIn(subject, group, { needs, restriction: 'private', joins: ['papers'] });
  return {
    joins: [
      {
        subject,
        name: 'papers',
        sql: (context) => sql`left join lateral (
          select min(d.expires_on) as first, (array_agg(d.title order by d.expires_on, d.id))[1] as title,
            count(*) filter (where d.expires_on < ${todayIn(context, table.institutionId)})::int as expired
          from documents d where d.institution_id = ${table.institutionId} and d.${sql.raw(`${subject}_id`)} = ${table.id}
            and d.expires_on is not null and d.removed_at is null) papers on true`,
      },
    ] satisfies ReportJoin[],
    fields: [
      day('document_expires_on', 'Earliest document expiry', sql`papers.first`, { width: 16 }),
      text('document_that_expires', 'Next document to expire', sql`papers.title`, { width: 26 }),
      number('expired_documents', 'Expired documents', sql`papers.expired`, { width: 10, isSummed: true }),
    ],
  };
}

const accountStates = { none: 'No account', invited: 'Invited', active: 'Active', disabled: 'Disabled' };

/** Whether the person can sign in, and under which name. */
export function accountParts({ subject, table }: ReportedPerson, group: string) {
  const needs = 'accounts.view';
  const state = fixedChoice(sql`coalesce(account.state, 'none')`, accountStates);
  const { text, choice } = fieldsIn(subject, group, { needs, joins: ['account'] });
  return {
    joins: [
      {
        subject,
        name: 'account',
        sql: sql`left join lateral (
          select a.username, case when a.disabled_at is not null or m.suspended_at is not null then 'disabled'
            when c.password_hash is null then 'invited' else 'active' end as state
          from memberships m join accounts a on a.id = m.account_id left join credentials c on c.account_id = a.id
          where m.institution_id = ${table.institutionId} and m.${sql.raw(`${subject}_id`)} = ${table.id}
          order by a.disabled_at is not null, m.suspended_at is not null, m.id limit 1) account on true`,
      },
    ] satisfies ReportJoin[],
    fields: [
      choice('account', 'Account', state.value, { ...state.more, width: 12 }),
      text('username', 'Username', sql`account.username`, { width: 18 }),
    ],
  };
}

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July'];
const monthLabels = Object.fromEntries(
  [...months, 'August', 'September', 'October', 'November', 'December'].map((month, at) => [String(at + 1), month]),
);

/** Age and birthdays, of those whose day of birth is known. */
export function birthFields(
  { subject, table }: ReportedPerson,
  birthDate: SQLWrapper,
  { group, birthday, ...guard }: { group: string; birthday: string } & Guard,
): ReportField[] {
  const today = (context: ReportContext) => todayIn(context, table.institutionId);
  const own = fieldsIn(subject, group, guard);
  const days = fieldsIn(subject, birthday, guard);
  const month = fixedChoice(sql`date_part('month', ${birthDate})::int`, monthLabels);
  return [
    own.day('birth_date', 'Date of birth', birthDate, { width: 13 }),
    own.number('age', 'Age', (context) => sql`date_part('year', age(${today(context)}, ${birthDate}))::int`, {
      width: 6,
    }),
    days.choice('birthday_month', 'Month of birth', month.value, { ...month.more, isId: true, width: 12 }),
    days.day('next_birthday', 'Next birthday', (context) => nextBirthday(birthDate, today(context)), { width: 13 }),
  ];
}

/** Today or later; on 28 February for those born on 29 February, unless it is a leap year. */
function nextBirthday(birthDate: SQLWrapper, today: SQL): SQL {
  const year = sql`date_part('year', ${today}) - date_part('year', ${birthDate})`;
  const inYears = (years: SQL) => sql`(${birthDate} + make_interval(years => (${years})::int))::date`;
  return sql`case when ${inYears(year)} >= ${today} then ${inYears(year)} else ${inYears(sql`${year} + 1`)} end`;
}

export function homeFields(person: ReportedPerson, group: string, guard: Guard = {}): ReportField[] {
  const { subject, table, seeing } = person;
  const { choice } = fieldsIn(subject, group, { ...guard, width: 16 });
  return [
    choice('nationality', 'Nationality', sql`nation.name`, {
      joins: ['nation'],
      code: table.nationalityId,
      options: countryOptions,
    }),
    choice('country', 'Country', sql`home_country.name`, {
      joins: ['home_country'],
      code: table.countryId,
      options: countryOptions,
    }),
    choice('state', 'State', sql`coalesce(home_state.name, ${table.stateName})`, {
      joins: ['home_state'],
      code: sql`coalesce(${table.stateId}, ${table.stateName})`,
      options: (context) => sql`select s.id as value, s.name as label from states s
        where ${inCountries(context, seeing)} order by s.name, s.id`,
    }),
    choice('lga', 'LGA', sql`home_lga.name`, {
      joins: ['home_lga'],
      code: table.lgaId,
      options: (context) => sql`select l.id as value,
          l.name || case when count(*) over (partition by l.name) > 1 then ', ' || s.name else '' end as label
        from lgas l join states s on s.id = l.state_id where ${inCountries(context, seeing)} order by l.name, s.name, l.id`,
    }),
    ...plainFields(person, group, 'home'),
  ];
}

/** States of the countries in which the institutions in view are. */
const inCountries = (context: ReportContext, seeing: readonly Permission[]): SQL =>
  sql`s.country_id in (select i.country_id from institutions i where ${inView(sql`i.id`, context, seeing)})`;

const countryOptions = () => sql`select c.id as value, c.name as label from countries c order by c.name, c.id`;

export const homeJoinsOf = ({ subject, table }: ReportedPerson): ReportJoin[] => [
  { subject, name: 'nation', sql: sql`left join countries nation on nation.id = ${table.nationalityId}` },
  { subject, name: 'home_country', sql: sql`left join countries home_country on home_country.id = ${table.countryId}` },
  { subject, name: 'home_state', sql: sql`left join states home_state on home_state.id = ${table.stateId}` },
  { subject, name: 'home_lga', sql: sql`left join lgas home_lga on home_lga.id = ${table.lgaId}` },
];
