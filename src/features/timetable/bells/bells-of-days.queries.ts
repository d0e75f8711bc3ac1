import { sql } from 'drizzle-orm';
import type { Day } from '#kernel/dates.ts';
import { rowsOf, type Db } from '#kernel/database.ts';
import { daysFrom, isoWeekday } from '../own/week-days.ts';
import type { Bell } from '../draft/draft.ts';
import { isValidWithin } from '../valid-versions.ts';

export interface BellsOfDay {
  day: Day;
  timetableId: number;
  bells: Bell[];
}

/** The same bells ring on several days of the week. */
interface BellsOfVersion extends Omit<BellsOfDay, 'day'> {
  weekdays: number[];
  /** The days on which the version is valid. */
  validFrom: Day;
  validUntil: Day;
}

/** The bells of the days on which there are lessons: periods, breaks, assembly. */
export async function bellsBetween(db: Db, institutionId: number, from: Day, to: Day): Promise<BellsOfDay[]> {
  const rows = await rowsOf<BellsOfVersion>(
    db,
    sql`select t.id::int as "timetableId", to_jsonb(array_agg(w.weekday)) as weekdays, t.valid_from::text as "validFrom",
        least(t.valid_until, y.ends_on)::text as "validUntil",
        (select coalesce(jsonb_agg(jsonb_build_object('kind', b.kind, 'period', b.period, 'name', b.name,
          'startsAt', to_char(b.starts_at, 'HH24:MI'), 'endsAt', to_char(b.ends_at, 'HH24:MI')) order by b.position), '[]')
          from bell_periods b where (b.institution_id, b.pattern_id) = (${institutionId}, w.pattern_id)) as bells
      from timetables t
      join academic_sessions y on (y.institution_id, y.id) = (${institutionId}, t.session_id)
      join timetable_days w on (w.institution_id, w.timetable_id) = (${institutionId}, t.id)
      where t.institution_id = ${institutionId} and ${isValidWithin(sql`${from}::date`, sql`${to}::date`)}
      group by t.institution_id, t.id, y.ends_on, w.pattern_id`,
  );
  return daysFrom(from, to).flatMap((day) => {
    const weekday = isoWeekday(day);
    const valid = rows.find((row) => row.weekdays.includes(weekday) && row.validFrom <= day && day <= row.validUntil);
    return valid ? [{ day, timetableId: valid.timetableId, bells: valid.bells }] : [];
  });
}
