import { sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { record } from '#kernel/audit.ts';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, withoutNestedLoops, type Tx } from '#kernel/database.ts';
import { NotFound, ValidationError, refuseDuplicate, orNotFound } from '#kernel/errors.ts';
import { maySeeTimetable } from '../timetable.policy.ts';
import { insertUsualBells } from '../bells/usual-bells.ts';
import { nameTaken, type CreateTimetable } from './version-fields.ts';
import { writePlaces, type Place } from '../placing/place-lesson.ts';

/** Begins a draft: with the usual bells, or as a copy of another version. The session decides the institution. */
export async function createTimetable(
  tx: Tx,
  actor: Actor,
  { name, sessionId, termPosition, timetableId, keepsPlaces }: z.output<typeof CreateTimetable>,
): Promise<number> {
  const institutionId = await lockSession(tx, actor, sessionId, termPosition);
  const source = timetableId === null ? null : await lockSource(tx, institutionId, timetableId);
  const [row] = await refuseDuplicate(
    query<{ id: number }>(tx)`insert into timetables (institution_id, session_id, term_position, name, copied_from_id)
        values (${institutionId}, ${sessionId}, ${termPosition}, ${name}, ${timetableId}) returning id::bigint as id`,
    nameTaken(name),
  );
  const { id } = row!;
  if (source === null) await insertUsualBells(tx, institutionId, id);
  else
    await withoutNestedLoops(tx, () =>
      copyVersion(tx, { institutionId, fromId: source.id, toId: id, sessionId, keepsPlaces }),
    );
  await record(tx, actor, 'timetable.createTimetable', {
    institutionId,
    summary: source ? `copied the timetable ${source.name} as ${name}` : `added the timetable ${name}`,
    subject: { type: 'timetable', id },
    details: { sessionId, termPosition, copiedFromId: timetableId },
  });
  return id;
}

/** The session, which stays while the draft is made for it. */
async function lockSession(tx: Tx, actor: Actor, sessionId: number, termPosition: number | null): Promise<number> {
  const within = institutionsWhere(actor, ...maySeeTimetable);
  const [session] = await query<{ institutionId: number; name: string; isClosed: boolean; terms: number[] }>(tx)`
    select y.institution_id as "institutionId", y.name, y.closed_at is not null as "isClosed",
        array(select t.position from terms t where (t.institution_id, t.session_id) = (y.institution_id, y.id)) as terms
      from academic_sessions y where y.institution_id = any (${sql.param(within)}::int[]) and y.id = ${sessionId} for share of y`;
  if (!session) throw new NotFound('academic session');
  allow(actor, 'timetable.edit', session.institutionId);
  if (session.isClosed) throw new ValidationError('sessionId', `${session.name} is closed. Choose an open session.`);
  if (termPosition !== null && !session.terms.includes(termPosition))
    throw new ValidationError('termPosition', `${session.name} doesn’t have this term. Choose one from the list.`);
  return session.institutionId;
}

async function lockSource(tx: Tx, institutionId: number, timetableId: number) {
  const [source] = await query<{ id: number; name: string }>(tx)`
    select id::bigint as id, name from timetables where (institution_id, id) = (${institutionId}, ${timetableId}) for share`;
  return orNotFound(source, 'timetable');
}

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
async function copyVersion(tx: Tx, copy: Copy): Promise<void> {
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
      sql`select id::bigint as id from lessons where institution_id = ${institutionId} and timetable_id = ${fromId}`,
    ),
  );
  const made = await query<{ id: number }>(tx)`
    with made as (insert into lessons (institution_id, timetable_id, set_id, length)
        select o.institution_id, ${toId}, x.new, o.length from lessons o join ${asPairs(sets)} on x.old = o.set_id
        where o.institution_id = ${institutionId} order by o.set_id, o.length, o.id returning id)
      select id::bigint as id from made order by id`;
  return old.map(({ id }, at) => ({ old: id, new: made[at]!.id }));
}

async function copyPlaces(tx: Tx, copy: Copy, lessons: Pair[], parts: Pair[]): Promise<void> {
  const { institutionId, fromId, toId } = copy;
  const newPart = new Map(parts.map((pair) => [pair.old, pair.new]));
  const newLesson = new Map(lessons.map((pair) => [pair.old, pair.new]));
  const there = await query<Place & { isLocked: boolean }>(tx)`
    select l.id::bigint as "lessonId", l.weekday, l.first_period as period, l.is_locked as "isLocked",
        coalesce((select jsonb_agg(jsonb_build_object('partId', b.part_id, 'roomId', b.room_id)) from booked_rooms b
          where (b.institution_id, b.lesson_id) = (l.institution_id, l.id)), '[]') as rooms
      from lessons l where l.institution_id = ${institutionId} and l.timetable_id = ${fromId} and l.weekday is not null`;
  const kept = await query<{ id: number }>(tx)`
    select id::bigint as id from lessons where institution_id = ${institutionId} and timetable_id = ${toId}`;
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

interface CopyWishesCopy {
  institutionId: number;
  fromId: number;
  toId: number;
  sessionId: number;
}

/** Availability, limits, and constraints with the lessons that they relate. */
async function copyWishes(
  tx: Tx,
  { institutionId, fromId, toId, sessionId }: CopyWishesCopy,
  sets: Pair[],
): Promise<void> {
  const here = sql`o.institution_id = ${institutionId} and o.timetable_id = ${fromId}`;
  const inSession = (column: SQL) => sql`(select b.id from batches f
    join batches b on (b.institution_id, b.class_id, b.arm) = (f.institution_id, f.class_id, f.arm) and b.session_id = ${sessionId}
    where (f.institution_id, f.id) = (o.institution_id, ${column}))`;
  await tx.execute(sql`
    with free as (insert into unavailable_periods (institution_id, timetable_id, employee_id, batch_id, room_id, weekday, period, degree)
      select o.institution_id, ${toId}, o.employee_id, ${inSession(sql`o.batch_id`)}, o.room_id, o.weekday, o.period, o.degree
      from unavailable_periods o where ${here} and (o.batch_id is null or ${inSession(sql`o.batch_id`)} is not null)),
    most as (insert into teacher_limits (institution_id, timetable_id, employee_id, most_a_day, most_a_week)
      select o.institution_id, ${toId}, o.employee_id, o.most_a_day, o.most_a_week from teacher_limits o where ${here})
    select 1`);
  const ids = (text: SQL) =>
    query<{ id: number }>(tx)`with found as (${text}) select id::bigint as id from found order by id`;
  const those = sql`from timetable_constraints o left join ${asPairs(sets)} on x.old = o.set_id
    where ${here} and (o.batch_id is null or ${inSession(sql`o.batch_id`)} is not null)`;
  const old = await ids(sql`select o.id ${those}`);
  // New ids follow the order of the old ones.
  const made =
    await ids(sql`insert into timetable_constraints (institution_id, timetable_id, kind, weight, employee_id, batch_id, room_id, course_id,
      set_id, parameters, is_active, note)
    select o.institution_id, ${toId}, o.kind, o.weight, o.employee_id, ${inSession(sql`o.batch_id`)}, o.room_id, o.course_id,
      x.new, o.parameters, o.is_active, o.note
    ${those} order by o.id returning id`);
  const rules = old.map(({ id }, at) => ({ old: id, new: made[at]!.id }));
  await tx.execute(sql`insert into timetable_constraint_sets (institution_id, timetable_id, constraint_id, set_id, position)
    select o.institution_id, ${toId}, x.new, y.new, o.position from timetable_constraint_sets o
    join ${asPairs(rules)} on x.old = o.constraint_id
    join (select * from ${asPairs(sets)}) y on y.old = o.set_id where ${here}`);
}

/** An old row and the new one. */
interface Pair {
  old: number;
  new: number;
}

const asPairs = (pairs: readonly Pair[]): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as x (old bigint, new bigint)`;

interface Rows {
  institutionId: number;
  table: SQL;
  /** The column that names the parent, and which parents become which. */
  parent: SQL;
  parents: readonly Pair[];
  columns: SQL;
  values: SQL;
}

/** Copies rows below new parents. New ids follow the order of the old ones. */
async function copyRows(tx: Tx, { institutionId, table, parent, parents, columns, values }: Rows): Promise<Pair[]> {
  const old = await query<{ id: number }>(tx)`
    select o.id::bigint as id from ${table} o join ${asPairs(parents)} on x.old = o.${parent}
      where o.institution_id = ${institutionId} order by o.id`;
  const made = await query<{ id: number }>(tx)`
    with made as (insert into ${table} (institution_id, ${parent}, ${columns})
        select o.institution_id, x.new, ${values} from ${table} o join ${asPairs(parents)} on x.old = o.${parent}
        where o.institution_id = ${institutionId} order by o.id returning id)
      select id::bigint as id from made order by id`;
  return old.map(({ id }, at) => ({ old: id, new: made[at]!.id }));
}
