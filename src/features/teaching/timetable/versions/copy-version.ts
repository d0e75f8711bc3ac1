import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { query } from '#kernel/database.ts';
import { asPairs, copyRows, type Pair } from './copy-rows.ts';
import { copyWishes } from './copy-wishes.ts';
import { writePlaces, type Place } from '../placing/write-places.ts';

interface Copy {
  institutionId: number;
  fromId: number;
  toId: number;
  sessionId: number;
  keepsPlaces: boolean;
}

/**
 * Fills a new version with everything of another: bells, lessons, wishes, and on demand their places. In another session
 * the lessons go to the batches of the same class and arm.
 */
export async function copyVersion(tx: Tx, copy: Copy): Promise<void> {
  const { institutionId, fromId, toId, keepsPlaces } = copy;
  await copyBells(tx, copy);
  const sets = await copyRows(tx, {
    institutionId,
    table: sql`lesson_sets`,
    columns: sql`name`,
    values: sql`o.name`,
    parent: sql`timetable_id`,
    parents: [{ old: fromId, new: toId }],
  });
  const parts = await copyRows(tx, {
    institutionId,
    table: sql`lesson_parts`,
    parent: sql`set_id`,
    parents: sets,
    columns: sql`position, room_id, room_kind`,
    values: sql`o.position, o.room_id, o.room_kind`,
  });
  await copyPartRows(tx, copy, parts);
  const lessons = await copyLessons(tx, copy, sets);
  await copyWishes(tx, copy, sets);
  await tx.execute(sql`delete from lesson_sets s where s.institution_id = ${institutionId} and s.timetable_id = ${toId}
    and exists (select from lesson_parts p where (p.institution_id, p.set_id) = (s.institution_id, s.id)
      and not exists (select from part_courses c where (c.institution_id, c.part_id) = (p.institution_id, p.id)))`);
  if (keepsPlaces) await copyPlaces(tx, copy, lessons, parts);
}

async function copyBells(tx: Tx, { institutionId, fromId, toId }: Copy): Promise<void> {
  const patterns = await copyRows(tx, {
    institutionId,
    table: sql`bell_patterns`,
    columns: sql`name`,
    values: sql`o.name`,
    parent: sql`timetable_id`,
    parents: [{ old: fromId, new: toId }],
  });
  await tx.execute(sql`
    with periods as (insert into bell_periods (institution_id, pattern_id, position, kind, period, name, starts_at, ends_at)
      select o.institution_id, x.new, o.position, o.kind, o.period, o.name, o.starts_at, o.ends_at
      from bell_periods o join ${asPairs(patterns)} on x.old = o.pattern_id where o.institution_id = ${institutionId})
    insert into timetable_days (institution_id, timetable_id, weekday, pattern_id)
    select o.institution_id, ${toId}, o.weekday, x.new from timetable_days o join ${asPairs(patterns)} on x.old = o.pattern_id
    where o.institution_id = ${institutionId} and o.timetable_id = ${fromId}`);
}

/** The batch of the same class and arm in the session of the copy. */
const sameBatch = (old: SQL, sessionId: number): SQL => sql`
  join batches f on (f.institution_id, f.id) = (o.institution_id, ${old})
  join batches b on (b.institution_id, b.class_id, b.arm) = (f.institution_id, f.class_id, f.arm) and b.session_id = ${sessionId}`;

async function copyPartRows(tx: Tx, { institutionId, sessionId }: Copy, parts: Pair[]): Promise<void> {
  await tx.execute(sql`
    with courses as (insert into part_courses (institution_id, part_id, batch_id, course_id)
      select o.institution_id, x.new, b.id, o.course_id from part_courses o join ${asPairs(parts)} on x.old = o.part_id
      ${sameBatch(sql`o.batch_id`, sessionId)} where o.institution_id = ${institutionId})
    insert into part_teachers (institution_id, part_id, employee_id)
    select o.institution_id, x.new, o.employee_id from part_teachers o join ${asPairs(parts)} on x.old = o.part_id
    join employees e on (e.institution_id, e.id) = (o.institution_id, o.employee_id) and e.left_on is null
    where o.institution_id = ${institutionId}`);
}

async function copyLessons(tx: Tx, { institutionId, fromId, toId }: Copy, sets: Pair[]): Promise<Pair[]> {
  const lessons = (of: SQL) => sql`${of} order by set_id, length, id`;
  const old = await query<{ id: number }>(
    tx,
    lessons(
      sql`select id::int as id from lessons where institution_id = ${institutionId} and timetable_id = ${fromId}`,
    ),
  );
  const made = await query<{ id: number }>(
    tx,
    sql`with made as (insert into lessons (institution_id, timetable_id, set_id, length)
        select o.institution_id, ${toId}, x.new, o.length from lessons o join ${asPairs(sets)} on x.old = o.set_id
        where o.institution_id = ${institutionId} order by o.set_id, o.length, o.id returning id)
      select id::int as id from made order by id`,
  );
  return old.map(({ id }, at) => ({ old: id, new: made[at]!.id }));
}

async function copyPlaces(tx: Tx, copy: Copy, lessons: Pair[], parts: Pair[]): Promise<void> {
  const { institutionId, fromId, toId } = copy;
  const newPart = new Map(parts.map((pair) => [pair.old, pair.new]));
  const newLesson = new Map(lessons.map((pair) => [pair.old, pair.new]));
  const there = await query<Place & { isLocked: boolean }>(
    tx,
    sql`select l.id::int as "lessonId", l.weekday, l.first_period as period, l.is_locked as "isLocked",
        coalesce((select jsonb_agg(jsonb_build_object('partId', b.part_id, 'roomId', b.room_id)) from booked_rooms b
          where (b.institution_id, b.lesson_id) = (l.institution_id, l.id)), '[]') as rooms
      from lessons l where l.institution_id = ${institutionId} and l.timetable_id = ${fromId} and l.weekday is not null`,
  );
  const kept = await query<{ id: number }>(
    tx,
    sql`select id::int as id from lessons where institution_id = ${institutionId} and timetable_id = ${toId}`,
  );
  const isKept = new Set(kept.map(({ id }) => id));
  const places = there
    .map((place) => ({
      ...place,
      lessonId: newLesson.get(place.lessonId)!,
      rooms: place.rooms!.flatMap(({ partId, roomId }) => {
        const now = newPart.get(partId);
        return now ? [{ partId: now, roomId }] : [];
      }),
    }))
    .filter(({ lessonId }) => isKept.has(lessonId));
  await writePlaces(tx, institutionId, toId, places);
  const locked = places.flatMap(({ lessonId, isLocked }) => (isLocked ? lessonId : []));
  await tx.execute(sql`update lessons set is_locked = true
    where institution_id = ${institutionId} and id = any (${sql.param(locked)}::bigint[])`);
}
