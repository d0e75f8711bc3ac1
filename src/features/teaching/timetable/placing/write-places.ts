import { sql, type SQL } from 'drizzle-orm';
import { withoutNestedLoops, type Tx } from '#kernel/database.ts';
import { databaseError, ValidationError } from '#kernel/errors.ts';

/** Where a lesson goes; without a weekday, back to the tray. */
export interface Place {
  lessonId: number;
  weekday: number | null;
  period: number | null;
  rooms?: readonly { partId: number; roomId: number }[];
}

const clashes: Record<string, string> = {
  booked_teachers_clash: 'The teacher has another lesson then.',
  booked_rooms_clash: 'The room is taken then.',
  booked_batches_clash: 'The class has another lesson then.',
};

/**
 * Moves lessons of a locked draft, all at once: two can change places. The database refuses what clashes, whatever was
 * checked before.
 */
export const writePlaces = (
  tx: Tx,
  institutionId: number,
  timetableId: number,
  places: readonly Place[],
): Promise<void> =>
  places.length > many
    ? withoutNestedLoops(tx, () => write(tx, institutionId, timetableId, places))
    : write(tx, institutionId, timetableId, places);

const many = 50;

async function write(tx: Tx, institutionId: number, timetableId: number, places: readonly Place[]): Promise<void> {
  const moved = recordset(places);
  const ids = sql`(select m."lessonId" from ${moved})`;
  await tx.execute(sql`
    with t as (delete from booked_teachers where institution_id = ${institutionId} and lesson_id in ${ids}),
      r as (delete from booked_rooms where institution_id = ${institutionId} and lesson_id in ${ids})
    delete from booked_batches where institution_id = ${institutionId} and lesson_id in ${ids}`);
  await tx.execute(sql`update lessons l set weekday = m.weekday, first_period = m.period,
      is_locked = l.is_locked and m.weekday is not null
    from ${moved} where l.institution_id = ${institutionId} and l.timetable_id = ${timetableId} and l.id = m."lessonId"`);
  try {
    // Nothing of them is booked any more, so that pieces cannot clash where the whole does not.
    for (let from = 0; from < places.length; from += atOnce)
      await book(tx, institutionId, timetableId, places.slice(from, from + atOnce));
  } catch (error) {
    const { constraint } = databaseError(error) ?? {};
    throw constraint && constraint in clashes ? new ValidationError('form', clashes[constraint]!) : error;
  }
}

/** Each statement stays far from the limit of its time, also for a whole school on a busy machine. */
const atOnce = 100;

async function book(tx: Tx, institutionId: number, timetableId: number, places: readonly Place[]): Promise<void> {
  const moved = recordset(places);
  await tx.execute(sql`
    with ${bookings(institutionId, timetableId, sql`(select m."lessonId" from ${moved})`)},
      r as (insert into booked_rooms (institution_id, room_id, timetable_id, lesson_id, part_id, weekday, periods)
        select l.institution_id, x."roomId", l.timetable_id, l.id, x."partId", l.weekday, l.periods from ${moved}
        join lesson l on l.id = m."lessonId"
        cross join lateral jsonb_to_recordset(coalesce(m.rooms, '[]')) as x ("partId" bigint, "roomId" bigint))
    select`);
}

const recordset = (places: readonly Place[]): SQL => sql`jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
  as m ("lessonId" bigint, weekday int, period int, rooms jsonb)`;

/** For a `with`: books teachers and batches of the placed lessons among `ids`, which are there as `lesson`. */
const bookings = (institutionId: number, timetableId: number, ids: SQL): SQL => sql`
  lesson as (select institution_id, timetable_id, id, set_id, weekday, periods from lessons
    where institution_id = ${institutionId} and timetable_id = ${timetableId} and weekday is not null and id in ${ids}),
  t as (insert into booked_teachers (institution_id, employee_id, timetable_id, lesson_id, part_id, weekday, periods)
    select l.institution_id, y.employee_id, l.timetable_id, l.id, p.id, l.weekday, l.periods from lesson l
    join lesson_parts p on (p.institution_id, p.set_id) = (l.institution_id, l.set_id)
    join part_teachers y on (y.institution_id, y.part_id) = (p.institution_id, p.id)),
  b as (insert into booked_batches (institution_id, batch_id, timetable_id, lesson_id, weekday, periods)
    select distinct l.institution_id, k.batch_id, l.timetable_id, l.id, l.weekday, l.periods from lesson l
    join lesson_parts p on (p.institution_id, p.set_id) = (l.institution_id, l.set_id)
    join part_courses k on (k.institution_id, k.part_id) = (p.institution_id, p.id)
    left join course_offerings o on (o.institution_id, o.batch_id, o.course_id) = (k.institution_id, k.batch_id, k.course_id)
    where not coalesce(o.is_carry_over, false))`;
