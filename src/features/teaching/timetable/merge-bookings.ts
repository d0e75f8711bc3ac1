import { query, render } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import { ValidationError } from '#kernel/errors.ts';
import type { RunningMerge } from '#kernel/personal-data/merge-rule.ts';
import { weekdayName } from './timetable.ts';

/** Lessons follow the kept record. One teacher can’t be at two places: such a timetable is corrected first. */
export async function mergeBookings({ journal, tx, institutionId, keptId, otherId }: RunningMerge): Promise<void> {
  const rows = await query<{ name: string; weekday: number; period: number }>(tx, render)`
    select t.name, o.weekday, lower(o.periods * k.periods) as period from booked_teachers o
    join booked_teachers k on (k.institution_id, k.timetable_id, k.weekday) = (o.institution_id, o.timetable_id, o.weekday)
      and k.periods && o.periods and k.lesson_id <> o.lesson_id
    join timetables t on (t.institution_id, t.id) = (o.institution_id, o.timetable_id)
    where o.institution_id = ${institutionId} and o.employee_id = ${otherId} and k.employee_id = ${keptId}
    order by t.id, o.weekday, 3 limit 1`;
  const [both] = rows;
  if (both)
    throw new ValidationError(
      'form',
      `Both records teach on ${weekdayName(both.weekday)} in period ${both.period} of the timetable ${both.name}. Move one of the lessons, then merge.`,
    );
  const ofOther = sql`institution_id = ${institutionId} and employee_id = ${otherId}`;
  await journal.run(
    'booked_teachers',
    sql`delete from booked_teachers where ${ofOther} and lesson_id in
      (select k.lesson_id from booked_teachers k where k.institution_id = ${institutionId} and k.employee_id = ${keptId})`,
  );
  await journal.run('booked_teachers', sql`update booked_teachers set employee_id = ${keptId} where ${ofOther}`);
}
