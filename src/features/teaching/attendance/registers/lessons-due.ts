import { sql, type SQL } from 'drizzle-orm';

interface Whose {
  institutionIds: readonly number[];
  /** Lessons that these employees teach on the day, also for somebody who is away; null: all. */
  employeeIds: readonly number[] | null;
  /** Dates. */
  from: SQL;
  to: SQL;
}

/** Registers that the timetable asks for on school days, where they are taken by lesson: see the function’s own words. */
export const lessonsDue = ({ institutionIds, employeeIds, from, to }: Whose): SQL => sql`
  select * from akada_lessons_due(${sql.param([...institutionIds])}::int[],
    ${employeeIds && sql.param([...employeeIds])}::bigint[], ${from}, ${to})`;
