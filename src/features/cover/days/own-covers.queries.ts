import { sql } from 'drizzle-orm';
import { rowsOf, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import type { CoverLesson } from './cover-day.queries.ts';
import { placeOf } from './lesson-place.ts';

export interface OwnCover extends Omit<CoverLesson, 'coverId' | 'substituteId' | 'substitute'> {
  day: Day;
}

/** What somebody covers from a day on. */
export const ownCovers = (
  db: Db,
  institutionId: number,
  employeeIds: readonly number[],
  from: Day,
): Promise<OwnCover[]> =>
  rowsOf<OwnCover>(
    db,
    sql`select c.on_date::text as day, l.id::int as "lessonId", c.part_id::int as "partId", e.id::int as "absentId",
        e.first_name || ' ' || e.surname as absent, l.first_period as period, l.length, b.name as "periodName",
        to_char(b.starts_at, 'HH24:MI') as "startsAt", to_char(z.ends_at, 'HH24:MI') as "endsAt", k.batches, k.courses,
        r.name as room, c.note
      from covers c
      join lessons l on (l.institution_id, l.id) = (c.institution_id, c.lesson_id)
      join employees e on (e.institution_id, e.id) = (c.institution_id, c.absent_id)
      ${placeOf(sql`c.part_id`)}
      where c.institution_id = ${institutionId} and c.substitute_id = any (${sql.param(employeeIds)}::bigint[])
        and c.on_date >= ${from}::date
      order by c.on_date, l.first_period, l.id`,
  );
