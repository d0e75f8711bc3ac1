import { sql } from 'drizzle-orm';
import type { Day } from '#kernel/dates.ts';
import { rowsOf, type Db } from '#kernel/database.ts';
import type { Bell } from '../draft/draft.ts';
import { isValidOn } from '../valid-versions.ts';

export interface BellsOfDay {
  day: Day;
  timetableId: number;
  bells: Bell[];
}

/** The bells of the days on which there are lessons: periods, breaks, assembly. */
export const bellsBetween = (db: Db, institutionId: number, from: Day, to: Day): Promise<BellsOfDay[]> =>
  rowsOf<BellsOfDay>(
    db,
    sql`select d.day::text as day, t.id::int as "timetableId", (select coalesce(jsonb_agg(jsonb_build_object('kind', b.kind,
        'period', b.period, 'name', b.name, 'startsAt', to_char(b.starts_at, 'HH24:MI'), 'endsAt', to_char(b.ends_at, 'HH24:MI'))
        order by b.position), '[]') from bell_periods b
        where (b.institution_id, b.pattern_id) = (${institutionId}, w.pattern_id)) as bells
      from (select generate_series(${from}::date, ${to}::date, '1 day')::date as day) d
      join timetables t on t.institution_id = ${institutionId} and ${isValidOn(sql`d.day`)}
      join timetable_days w on (w.institution_id, w.timetable_id, w.weekday)
        = (${institutionId}, t.id, extract(isodow from d.day)::int)
      order by d.day`,
  );
