import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import type { Draft } from '#features/teaching/timetable/draft/draft.ts';

/** Puts a made-up school into the tables, as a draft of the current session; returns its ids. */
export async function putSchool(tx: Tx, institutionId: number, name: string, draft: Draft): Promise<number> {
  const [at] = await query<{ sessionId: number; classId: number }>(tx)`
    select (select id from academic_sessions where institution_id = ${institutionId} and is_current)::int as "sessionId",
      (select min(id) from classes where institution_id = ${institutionId})::int as "classId"`;
  const put = async (rows: { id: number }[], insert: (json: string) => ReturnType<typeof sql>) => {
    const made = await query<{ id: number }>(tx, insert(JSON.stringify(rows)));
    const ids = made.map(({ id }) => id).toSorted((one, other) => one - other);
    return new Map(rows.map(({ id }, n) => [id, ids[n]!]));
  };
  const from = (json: string, columns: string) => sql`jsonb_to_recordset(${json}::jsonb) as m (${sql.raw(columns)})`;
  const batches = await put(
    draft.batches,
    (json) => sql`insert into batches (institution_id, class_id, session_id, arm, name)
      select ${institutionId}, ${at!.classId}, ${at!.sessionId}, m.name, m.name from ${from(json, 'id int, name text')} order by m.id returning id::int as id`,
  );
  const courses = await put(
    draft.courses,
    (json) => sql`insert into courses (institution_id, code, title)
      select ${institutionId}, m.code, m.title from ${from(json, 'id int, code text, title text')} order by m.id returning id::int as id`,
  );
  const teachers = await put(
    draft.teachers,
    (json) => sql`insert into employees (institution_id, employee_number, first_name, surname)
      select ${institutionId}, 'FET' || m.id, 'Teacher', m.name from ${from(json, 'id int, name text')} order by m.id returning id::int as id`,
  );
  const rooms = await put(
    draft.rooms,
    (json) => sql`insert into rooms (institution_id, name, kind, seats)
      select ${institutionId}, m.name, m.kind, m.seats from ${from(json, 'id int, name text, kind text, seats int')} order by m.id returning id::int as id`,
  );
  const [timetable] = await query<{ id: number }>(tx)`
    insert into timetables (institution_id, session_id, name) values (${institutionId}, ${at!.sessionId}, ${name}) returning id::int as id`;
  const timetableId = timetable!.id;
  await putBells(tx, institutionId, timetableId, draft);
  const sets = await put(
    draft.sets,
    (json) => sql`insert into lesson_sets (institution_id, timetable_id, name)
      select ${institutionId}, ${timetableId}, m.name from ${from(json, 'id int, name text')} order by m.id returning id::int as id`,
  );
  const parts = draft.sets.flatMap((set) =>
    set.parts.map((part, n) => ({
      ...part,
      setId: sets.get(set.id)!,
      position: n + 1,
      room: rooms.get(part.roomId ?? 0) ?? null,
    })),
  );
  const partIds = await put(
    parts,
    (json) => sql`insert into lesson_parts (institution_id, set_id, position, room_id, room_kind)
      select ${institutionId}, m."setId", m.position, m.room, m."roomKind"
      from ${from(json, 'id int, "setId" bigint, position int, room bigint, "roomKind" text')} order by m.id returning id::int as id`,
  );
  const taught = parts.flatMap(({ id, courses: of }) =>
    of.map(({ batchId, courseId }) => ({
      part: partIds.get(id),
      batch: batches.get(batchId),
      course: courses.get(courseId),
    })),
  );
  await tx.execute(sql`insert into part_courses (institution_id, part_id, batch_id, course_id)
    select ${institutionId}, m.part, m.batch, m.course from ${from(JSON.stringify(taught), 'part bigint, batch bigint, course bigint')}`);
  const teaching = parts.flatMap(({ id, teacherIds }) =>
    teacherIds.map((teacherId) => ({ part: partIds.get(id), teacher: teachers.get(teacherId) })),
  );
  await tx.execute(sql`insert into part_teachers (institution_id, part_id, employee_id)
    select ${institutionId}, m.part, m.teacher from ${from(JSON.stringify(teaching), 'part bigint, teacher bigint')}`);
  const lessons = draft.lessons.map(({ setId, length }) => ({ setId: sets.get(setId), length }));
  await tx.execute(sql`insert into lessons (institution_id, timetable_id, set_id, length)
    select ${institutionId}, ${timetableId}, m."setId", m.length from ${from(JSON.stringify(lessons), '"setId" bigint, length int')}`);
  return timetableId;
}

async function putBells(tx: Tx, institutionId: number, timetableId: number, { days }: Draft): Promise<void> {
  const [pattern] = await query<{ id: number }>(tx)`
    insert into bell_patterns (institution_id, timetable_id, name) values (${institutionId}, ${timetableId}, 'Normal day') returning id::int as id`;
  await tx.execute(sql`insert into bell_periods (institution_id, pattern_id, position, kind, period, name, starts_at, ends_at)
    select ${institutionId}, ${pattern!.id}, b.ordinality, b.kind, b.period, b.name, b."startsAt", b."endsAt"
    from rows from (jsonb_to_recordset(${JSON.stringify(days[0]!.bells)}::jsonb)
      as (kind text, period int, name text, "startsAt" time, "endsAt" time)) with ordinality b`);
  await tx.execute(sql`insert into timetable_days (institution_id, timetable_id, weekday, pattern_id)
    select ${institutionId}, ${timetableId}, d, ${pattern!.id} from unnest(${sql.param(days.map(({ weekday }) => weekday))}::int[]) d`);
}
