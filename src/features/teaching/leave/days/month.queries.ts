import { sql, type SQL } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { type ExportedTable, columnsAndCells, textCells, numberCells } from '#kernel/export/export-table.ts';
import type { OwnEmployee } from '../leave.policy.ts';
import { staffKinds, staffMarks, type StaffMark } from '../leave-kinds.ts';
import { chooseStaff } from './take-staff-register.ts';

export interface StaffMonthRow extends Record<StaffMark, number> {
  employeeId: number;
  name: string;
  employeeNumber: string;
  department: string | null;
  /** By day. */
  marks: Record<Day, StaffMark>;
}

const countOf = (kind: StaffMark): SQL => sql`(count(m.employee_id) filter (where m.kind = ${kind}))::int`;
const counts = sql.join(
  staffKinds.map((kind) => sql`${countOf(kind)} as ${sql.identifier(kind)}`),
  sql`, `,
);
const name = sql`e.surname || ', ' || concat_ws(' ', e.first_name, e.middle_name)`;

/** Marks of a month, by employee. `first` is its first day. */
const fromMonth = (institutionId: number, first: Day): SQL => sql`from employees e
  left join staff_attendance m on (m.institution_id, m.employee_id) = (e.institution_id, e.id)
    and m.on_date >= ${first}::date and m.on_date < ${first}::date + interval '1 month'
  where e.institution_id = ${institutionId} and e.merged_into_id is null
    and (e.employed_on is null or e.employed_on < ${first}::date + interval '1 month')
    and (e.left_on is null or e.left_on >= ${first}::date)
  group by e.institution_id, e.id, e.sort_name, e.surname, e.first_name, e.middle_name, e.employee_number, e.department
  order by e.sort_name, e.id`;

/** How often each employee was present, late or away in a month. */
export async function staffMonthProps(db: Db, actor: Actor, filter: { institution_id?: number; month?: string }) {
  const { canTake: _, ...chosen } = chooseStaff(actor, filter.institution_id);
  const month = filter.month ?? chosen.today.slice(0, 7);
  const first = `${month}-01`;
  const [rows, [about]] = await Promise.all([
    query<StaffMonthRow>(db)`
      select e.id::bigint as "employeeId", ${name} as name, e.employee_number as "employeeNumber", e.department,
        ${counts},
        coalesce(jsonb_object_agg(m.on_date, m.kind) filter (where m.kind is not null), '{}') as marks
        ${fromMonth(chosen.institutionId, first)}`,
    query<{ days: Day[]; working: number; taken: number }>(db)`
      with working as (select on_date from akada_working_days(${chosen.institutionId}, ${first}::date,
          (${first}::date + interval '1 month' - interval '1 day')::date)),
        taken as (select distinct on_date from staff_attendance where institution_id = ${chosen.institutionId}
          and on_date >= ${first}::date and on_date < ${first}::date + interval '1 month')
      select (select count(*)::int from working where on_date <= ${chosen.today}::date) as working,
        (select count(*)::int from taken) as taken,
        (select coalesce(array_agg(on_date::text order by on_date), '{}')
          from (select * from working union select * from taken) d) as days`,
  ]);
  return { ...chosen, month, rows, ...about! };
}

const { columns, cells } = columnsAndCells([
  textCells('Employee', 30, name),
  textCells('Number', 14, sql`e.employee_number`),
  textCells('Department', 22, sql`e.department`),
  ...staffKinds.map((kind) => numberCells(staffMarks[kind].label, 12, countOf(kind))),
]);

/** The same as a table. */
export function exportStaffMonth(actor: Actor, query: { institution_id?: number; month?: string }): ExportedTable {
  const { institutionId, today } = chooseStaff(actor, query.institution_id);
  const month = query.month ?? today.slice(0, 7);
  const first = `${month}-01`;
  return {
    title: `Employees’ attendance ${month}`,
    counted: (rows) => `the attendance of ${rows} employees in ${month}`,
    action: 'staffAttendance.export',
    filter: { ...query, month },
    institutionIds: [institutionId],
    columns,
    rows: sql`select e.institution_id as "institutionId", ${cells} ${fromMonth(institutionId, first)}`,
  };
}

export interface OwnMonth extends Record<StaffMark, number> {
  month: string;
}

/** The attendance of one employee in the last twelve months with marks. */
export const monthsOf = (db: Db, { institutionId, employeeId }: OwnEmployee): Promise<OwnMonth[]> =>
  query<OwnMonth>(db)`
    select to_char(m.on_date, 'YYYY-MM') as month, ${counts}
      from staff_attendance m where m.institution_id = ${institutionId} and m.employee_id = ${employeeId}::bigint
      group by 1 order by 1 desc limit 12`;
