import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { usualWeek } from './week-fields.ts';

export interface SchoolWeek {
  schoolWeekdays: number[];
  halfWeekdays: number[];
}

/** The weekdays on which an institution has school. */
export async function schoolWeek(db: Db, institutionId: number): Promise<SchoolWeek> {
  const [row] = await query<SchoolWeek>(
    db,
    sql`select to_json(r.school_weekdays) as "schoolWeekdays", to_json(r.half_weekdays) as "halfWeekdays"
      from calendar_rules r where r.institution_id = ${institutionId}`,
  );
  return row ?? usualWeek;
}
