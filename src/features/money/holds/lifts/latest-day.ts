import { sql } from 'drizzle-orm';
import { query, render, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';

/** A lift near the end of a session may reach into the next one by this much. */
const leastDays = 30;
/** However long a session is. */
const mostDays = 366;

export interface LiftDays {
  institutionId: number;
  today: Day;
  latest: Day;
}

/** From today to the last day until which a hold may be lifted: the end of the current session. */
export async function liftDays(db: Db, institutionIds: number[]): Promise<LiftDays[]> {
  const rows = await query<LiftDays>(
    db,
    render(sql`
    select n.id as "institutionId", n.day::text as today,
      least(greatest(s.ends_on, n.day + ${leastDays}::int), n.day + ${mostDays}::int)::text as latest
    from (select id, (now() at time zone time_zone)::date as day from institutions
      where id = any (${sql.param(institutionIds)}::int[])) n
    left join lateral (select max(a.ends_on) as ends_on from academic_sessions a
      where a.institution_id = n.id and a.is_current) s on true order by n.id`),
  );
  return rows;
}
