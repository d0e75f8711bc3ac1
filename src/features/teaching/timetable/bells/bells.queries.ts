import { sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { isOneOf, query, type Db } from '#kernel/database.ts';
import { maySeeTimetable } from '../timetable.policy.ts';
import type { Bell } from '../draft/draft.ts';

export interface Pattern {
  id: number;
  name: string;
  weekdays: number[];
  bells: Bell[];
}

/** The patterns of a version, with the days on which they ring. */
export const patternsOf = (db: Db, actor: Actor, timetableId: number): Promise<Pattern[]> =>
  query<Pattern>(
    db,
    sql`select p.id::int as id, p.name, array(select d.weekday from timetable_days d
          where (d.institution_id, d.timetable_id, d.pattern_id) = (p.institution_id, p.timetable_id, p.id) order by 1) as weekdays,
        (select coalesce(jsonb_agg(jsonb_build_object('kind', b.kind, 'period', b.period, 'name', b.name,
            'startsAt', to_char(b.starts_at, 'HH24:MI'), 'endsAt', to_char(b.ends_at, 'HH24:MI')) order by b.position), '[]')
          from bell_periods b where (b.institution_id, b.pattern_id) = (p.institution_id, p.id)) as bells
      from bell_patterns p
      where ${isOneOf(sql`p.institution_id`, institutionsWhere(actor, ...maySeeTimetable))} and p.timetable_id = ${timetableId}
      order by p.id`,
  );
