import { sql, type SQL } from 'drizzle-orm';
import type { ReportContext, ReportField, ReportJoin } from '#kernel/contracts/report.ts';
import { fieldsIn, inView } from '#kernel/contracts/report-fields.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { Guard, ReportedPerson } from './person.ts';

export function homeFields(
  { subject, table, seeing }: ReportedPerson,
  group: string,
  guard: Guard = {},
): ReportField[] {
  const { text, choice } = fieldsIn(subject, group, { ...guard, width: 16 });
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
    text('city', 'City', table.city),
    text('community', 'Community', table.community),
    text('address', 'Address', table.address, { width: 34 }),
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
