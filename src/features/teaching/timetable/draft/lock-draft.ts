import { sql, type SQL } from 'drizzle-orm';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, type Tx, isOneOf, type Db } from '#kernel/database.ts';
import { Conflict, orNotFound } from '#kernel/errors.ts';
import { maySeeTimetable } from '../timetable.policy.ts';
import type { Draft, DraftDay, DraftLesson, DraftSet, Unavailable, Relation } from './draft.ts';

export interface LockedTimetable {
  institutionId: number;
  id: number;
  name: string;
  sessionId: number;
  termPosition: number | null;
  revision: number;
  isPublished: boolean;
}

/** Locks a version, so that those who edit it come one after the other. */
export async function lockTimetable(tx: Tx, actor: Actor, timetableId: number): Promise<LockedTimetable> {
  const within = institutionsWhere(actor, ...maySeeTimetable);
  const [row] = await query<LockedTimetable>(tx)`
    select institution_id as "institutionId", id::bigint as id, name, session_id::bigint as "sessionId",
        term_position as "termPosition", revision, published_at is not null as "isPublished"
      from timetables where institution_id = any (${sql.param(within)}::int[]) and id = ${timetableId} for no key update`;
  return orNotFound(row, 'timetable');
}

/** The same for an edit: a published version stays as it is. */
export async function lockDraft(tx: Tx, actor: Actor, timetableId: number): Promise<LockedTimetable> {
  const found = await lockTimetable(tx, actor, timetableId);
  allow(actor, 'timetable.edit', found.institutionId);
  if (found.isPublished)
    throw new Conflict(`${found.name} is published, so it can’t be changed. Copy it, then edit the copy.`);
  return found;
}

/** Counts a change of a version; those who have it open see it. Returns the new revision. */
export async function countChange(
  tx: Tx,
  { institutionId, id }: Pick<LockedTimetable, 'institutionId' | 'id'>,
): Promise<number> {
  const [row] = await query<{ revision: number }>(tx)`
    update timetables set revision = revision + 1 where (institution_id, id) = (${institutionId}, ${id}) returning revision`;
  return row!.revision;
}

/**
 * A whole version, in statements that are issued at once. `institutionIds` are those in which the reader may see it:
 * nothing is found elsewhere.
 */
export async function readDraft(db: Db, institutionIds: readonly number[], timetableId: number): Promise<Draft> {
  const of = (alias: string) =>
    sql`${isOneOf(sql.raw(`${alias}.institution_id`), [...institutionIds])} and ${sql.raw(alias)}.timetable_id = ${timetableId}`;
  const [days, batches, courses, teachers, rooms, sets, lessons, unavailable, limits, shared, relations] =
    await Promise.all([
      query<DraftDay>(db, daysQuery(of('d'))),
      query<Draft['batches'][number]>(db, batchesQuery(institutionIds, timetableId)),
      query<Draft['courses'][number]>(db)`
        with taught as materialized (
          select distinct k.institution_id, k.course_id from lesson_sets s
          join lesson_parts p on (p.institution_id, p.set_id) = (s.institution_id, s.id)
          join part_courses k on (k.institution_id, k.part_id) = (p.institution_id, p.id) where ${of('s')})
        select c.id::bigint as id, c.code, c.title from taught t
        join courses c on (c.institution_id, c.id) = (t.institution_id, t.course_id) order by c.title, c.id`,
      query<Draft['teachers'][number]>(db, teachersQuery(of)),
      query<Draft['rooms'][number]>(db)`select r.id::bigint as id, r.name, r.kind, r.seats from rooms r
        join timetables t on t.institution_id = r.institution_id
        where ${isOneOf(sql`t.institution_id`, [...institutionIds])} and t.id = ${timetableId} and (r.retired_at is null
          or exists (select from booked_rooms b where (b.institution_id, b.room_id, b.timetable_id) = (r.institution_id, r.id, t.id)))
        order by r.name, r.id`,
      query<DraftSet>(db, setsQuery(of('s'))),
      query<DraftLesson>(db)`
        select l.id::bigint as id, l.set_id::bigint as "setId", l.length, l.weekday, l.first_period as period,
          l.is_locked as "isLocked", coalesce((select jsonb_agg(jsonb_build_object('partId', b.part_id, 'roomId', b.room_id))
            from booked_rooms b where (b.institution_id, b.lesson_id) = (l.institution_id, l.id)), '[]') as rooms
        from lessons l where ${of('l')} order by l.id`,
      query<Unavailable>(db)`
        select case when u.employee_id is not null then 'teacher' when u.batch_id is not null then 'batch' else 'room' end as of,
          coalesce(u.employee_id, u.batch_id, u.room_id)::bigint as id, u.weekday, u.period, u.degree
        from unavailable_periods u where ${of('u')} order by 1, 2, u.weekday, u.period`,
      query<Draft['limits'][number]>(db)`
        select m.employee_id::bigint as "teacherId", m.most_a_day as "mostADay", m.most_a_week as "mostAWeek"
        from teacher_limits m where ${of('m')} order by m.employee_id`,
      query<Draft['shared'][number]>(db, sharedQuery(of('s'))),
      query<Relation>(db, relationsQuery(of('c'))),
    ]);
  return { days, batches, courses, teachers, rooms, sets, lessons, unavailable, limits, shared, relations };
}

const daysQuery = (where: SQL): SQL => sql`
  select d.weekday, d.pattern_id::bigint as "patternId", n.name as pattern,
    (select coalesce(jsonb_agg(jsonb_build_object('kind', b.kind, 'period', b.period, 'name', b.name,
        'startsAt', to_char(b.starts_at, 'HH24:MI'), 'endsAt', to_char(b.ends_at, 'HH24:MI')) order by b.position), '[]')
      from bell_periods b where (b.institution_id, b.pattern_id) = (d.institution_id, d.pattern_id)) as bells
  from timetable_days d join bell_patterns n on (n.institution_id, n.id) = (d.institution_id, d.pattern_id)
  where ${where} order by d.weekday`;

/** Those of its session, and others that have lessons in it. */
const batchesQuery = (institutionIds: readonly number[], timetableId: number): SQL => sql`
  select b.id::bigint as id, b.name,
    coalesce((select sum(c.students) from batch_counts c where (c.institution_id, c.batch_id) = (b.institution_id, b.id)), 0)::int as students
  from timetables t join batches b on b.institution_id = t.institution_id
  join classes k on (k.institution_id, k.id) = (b.institution_id, b.class_id)
  join programs g on (g.institution_id, g.id) = (k.institution_id, k.program_id)
  where ${isOneOf(sql`t.institution_id`, [...institutionIds])} and t.id = ${timetableId}
    and (b.session_id = t.session_id and b.closed_at is null or exists (select from booked_batches x
      where (x.institution_id, x.batch_id, x.timetable_id) = (b.institution_id, b.id, t.id)))
  order by g.name, k.position, b.name, b.id`;

/** Those who teach in it. */
const teachersQuery = (of: (alias: string) => SQL): SQL => sql`
  select e.id::bigint as id, e.first_name || ' ' || e.surname as name, left(e.first_name, 1) || '. ' || e.surname as short
  from employees e where (e.institution_id, e.id) in (
    select x.institution_id, x.employee_id from part_teachers x
    join lesson_parts p on (p.institution_id, p.id) = (x.institution_id, x.part_id)
    join lesson_sets s on (s.institution_id, s.id) = (p.institution_id, p.set_id) where ${of('s')}
    union select u.institution_id, u.employee_id from unavailable_periods u where u.employee_id is not null and ${of('u')}
    union select m.institution_id, m.employee_id from teacher_limits m where ${of('m')})
  order by e.surname, e.first_name, e.id`;

const setsQuery = (where: SQL): SQL => sql`
  select s.id::bigint as id, s.name, coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'roomId', p.room_id, 'roomKind', p.room_kind,
      'courses', c.courses, 'teacherIds', x.teachers) order by p.position), '[]') as parts
  from lesson_sets s join lesson_parts p on (p.institution_id, p.set_id) = (s.institution_id, s.id)
  cross join lateral (select coalesce(jsonb_agg(jsonb_build_object('batchId', k.batch_id, 'courseId', k.course_id,
      'isCarryOver', coalesce(o.is_carry_over, false)) order by k.batch_id, k.course_id), '[]') as courses
    from part_courses k left join course_offerings o on (o.institution_id, o.batch_id, o.course_id)
      = (k.institution_id, k.batch_id, k.course_id)
    where (k.institution_id, k.part_id) = (p.institution_id, p.id)) c
  cross join lateral (select coalesce(jsonb_agg(y.employee_id order by y.employee_id), '[]') as teachers
    from part_teachers y where (y.institution_id, y.part_id) = (p.institution_id, p.id)) x
  where ${where} group by s.institution_id, s.id order by s.id`;

/** Of a rule some of whose lessons were deleted, the others. */
const relationsQuery = (where: SQL): SQL => sql`
  select c.kind, (c.parameters ->> 'number')::int as number, jsonb_agg(x.set_id order by x.position) as "setIds"
  from timetable_constraints c join timetable_constraint_sets x on (x.institution_id, x.constraint_id) = (c.institution_id, c.id)
  where ${where} and c.is_active group by c.institution_id, c.id having count(*) > 1 order by c.id`;

/**
 * Pairs of courses whose lessons can be at once: parts of one block, and a carry-over with what its batch has. Counted
 * in the term that the timetable is for, or the current one.
 */
const sharedQuery = (where: SQL): SQL => sql`
  with course as (select s.institution_id, s.timetable_id, s.id as set_id, p.id as part_id, k.batch_id, k.course_id,
      coalesce(o.is_carry_over, false) as is_carry_over
    from lesson_sets s join lesson_parts p on (p.institution_id, p.set_id) = (s.institution_id, s.id)
    join part_courses k on (k.institution_id, k.part_id) = (p.institution_id, p.id)
    left join course_offerings o on (o.institution_id, o.batch_id, o.course_id) = (k.institution_id, k.batch_id, k.course_id)
    where ${where}),
  pair as (select distinct a.institution_id, a.timetable_id, a.batch_id, a.course_id, b.course_id as other_id
    from course a join course b on (b.institution_id, b.batch_id) = (a.institution_id, a.batch_id) and b.course_id > a.course_id
    where a.set_id = b.set_id and a.part_id <> b.part_id or a.is_carry_over or b.is_carry_over)
  select p.batch_id::bigint as "batchId", p.course_id::bigint as "courseId", p.other_id::bigint as "otherId", n.students
  from pair p join timetables t on (t.institution_id, t.id) = (p.institution_id, p.timetable_id)
  cross join lateral (select coalesce(t.term_position, (select m.position from terms m
    where (m.institution_id, m.session_id) = (t.institution_id, t.session_id) order by m.is_current desc, m.position limit 1)) as position) m
  cross join lateral (select count(*)::int as students from course_takers a
    join course_takers b on (b.institution_id, b.student_id, b.term_position) = (a.institution_id, a.student_id, a.term_position)
    where (a.institution_id, a.batch_id, a.course_id, a.term_position) = (p.institution_id, p.batch_id, p.course_id, m.position)
      and (b.batch_id, b.course_id) = (p.batch_id, p.other_id)) n
  where n.students > 0 order by 1, 2, 3`;
