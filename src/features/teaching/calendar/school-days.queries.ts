import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';

export interface SchoolDay {
  onDate: Day;
  /** 2 is a whole day, 1 a half day: the number of times that the school opens. */
  sittings: 1 | 2;
  termId: number;
  sessionId: number;
}

/** The school days from one day to another, both included, in order; days outside terms are none. */
export const schoolDays = (db: Db, institutionId: number, from: Day, to: Day): Promise<SchoolDay[]> =>
  query<SchoolDay>(
    db,
    sql`select d.on_date::text as "onDate", d.sittings, d.term_id::int as "termId", d.session_id::int as "sessionId"
      from akada_school_days(${institutionId}, ${from}::date, ${to}::date) d order by d.on_date`,
  );

/** Why a day that is no school day is none: the holiday's title, or null for a weekend or a day outside terms. */
export async function closedBecause(db: Db, institutionId: number, day: Day): Promise<string | null> {
  const [row] = await query<{ title: string }>(
    db,
    sql`select e.title from calendar_entries e where e.institution_id = ${institutionId} and e.kind = 'holiday'
      and ${day}::date between e.starts_on and e.ends_on order by e.id limit 1`,
  );
  return row?.title ?? null;
}
