import { sql } from 'drizzle-orm';
import { query, isOneOf, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { type CoverLesson, placeOf } from './cover-day.queries.ts';

export interface OwnCover extends Omit<CoverLesson, 'coverId' | 'substituteId' | 'substitute'> {
  day: Day;
  substitute: string;
  /** Taken for somebody, not by somebody. */
  isTaken: boolean;
}

/** What somebody covers from a day on, and own lessons that others take. */
export const ownCovers = (
  db: Db,
  institutionId: number,
  employeeIds: readonly number[],
  from: Day,
): Promise<OwnCover[]> =>
  query<OwnCover>(db)`
    select c.on_date::text as day, l.id::bigint as "lessonId", c.part_id::bigint as "partId", e.id::bigint as "absentId",
        e.first_name || ' ' || e.surname as absent, l.first_period as period, l.length, b.name as "periodName",
        to_char(b.starts_at, 'HH24:MI') as "startsAt", to_char(b.ends_at, 'HH24:MI') as "endsAt", k.batches, k.courses,
        r.name as room, c.note, s.first_name || ' ' || s.surname as substitute, ${isOneOf(sql`s.id`, employeeIds)} as "isTaken"
      from covers c
      join lessons l on (l.institution_id, l.id) = (c.institution_id, c.lesson_id)
      join employees e on (e.institution_id, e.id) = (c.institution_id, c.absent_id)
      join employees s on (s.institution_id, s.id) = (c.institution_id, c.substitute_id)
      ${placeOf(sql`c.part_id`)}
      where c.institution_id = ${institutionId} and (${isOneOf(sql`c.substitute_id`, employeeIds)} or ${isOneOf(sql`c.absent_id`, employeeIds)})
        and c.on_date >= ${from}::date
      order by c.on_date, l.first_period, l.id`;
