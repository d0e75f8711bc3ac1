import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { insertPattern } from '../../bells/usual-bells.ts';
import type { Placing } from '../places/placing.ts';
import type { DraftPlan } from './plan-draft.ts';
import type { Taken } from './taken.ts';

/** In place of the usual bells of a new draft. */
export async function writeBellsOf(
  tx: Tx,
  institutionId: number,
  timetableId: number,
  { patterns }: DraftPlan,
): Promise<void> {
  const own = sql`institution_id = ${institutionId} and timetable_id = ${timetableId}`;
  await tx.execute(sql`delete from timetable_days where ${own}`);
  await tx.execute(sql`delete from bell_patterns where ${own}`);
  for (const { name, bells, weekdays } of patterns) {
    const patternId = await insertPattern(tx, institutionId, timetableId, { name, bells });
    await tx.execute(sql`insert into timetable_days (institution_id, timetable_id, weekday, pattern_id)
      select ${institutionId}, ${timetableId}, d, ${patternId} from unnest(${sql.param(weekdays)}::int[]) d`);
  }
}

interface WrittenSets {
  setIds: number[];
  placings: Placing[];
  locked: number[];
}

/** Sets with their parts and lessons, in few statements. New ids follow the order of the plan. */
export async function writeSets(
  tx: Tx,
  institutionId: number,
  timetableId: number,
  { sets }: DraftPlan,
): Promise<WrittenSets> {
  const insert = async (text: ReturnType<typeof sql>): Promise<number[]> =>
    (await query<{ id: number }>(tx, text)).map((row) => row.id).toSorted((one, other) => one - other);
  const from = (rows: object[], columns: string) =>
    sql`jsonb_to_recordset(${JSON.stringify(rows.map((row, at) => ({ ...row, at })))}::jsonb) as m (at int, ${sql.raw(columns)})`;
  const setIds = await insert(sql`insert into lesson_sets (institution_id, timetable_id, name)
    select ${institutionId}, ${timetableId}, m.name from ${from(
      sets.map(({ name }) => ({ name })),
      'name text',
    )} order by m.at returning id::int as id`);
  const parts = sets.flatMap((set, at) => set.parts.map((part, n) => ({ ...part, set: setIds[at], position: n + 1 })));
  const partIds = await insert(sql`insert into lesson_parts (institution_id, set_id, position, room_id)
    select ${institutionId}, m.set, m.position, m."roomId" from ${from(parts, 'set bigint, position int, "roomId" bigint')}
    order by m.at returning id::int as id`);
  const taught = parts.flatMap(({ courses }, at) => courses.map((one) => ({ ...one, part: partIds[at] })));
  await tx.execute(sql`insert into part_courses (institution_id, part_id, batch_id, course_id)
    select ${institutionId}, m.part, m."batchId", m."courseId" from ${from(taught, 'part bigint, "batchId" bigint, "courseId" bigint')}`);
  const teaching = parts.flatMap(({ teacherIds }, at) => teacherIds.map((teacher) => ({ teacher, part: partIds[at] })));
  await tx.execute(sql`insert into part_teachers (institution_id, part_id, employee_id)
    select ${institutionId}, m.part, m.teacher from ${from(teaching, 'part bigint, teacher bigint')}`);
  const lessons = sets.flatMap((set, at) => set.lessons.map((lesson) => ({ ...lesson, set: setIds[at] })));
  const lessonIds = await insert(sql`insert into lessons (institution_id, timetable_id, set_id, length)
    select ${institutionId}, ${timetableId}, m.set, m.length from ${from(lessons, 'set bigint, length int')}
    order by m.at returning id::int as id`);
  const firstPart = new Map<number | undefined, { partId: number; roomId: number }[]>();
  for (const [at, { set, roomId }] of parts.entries())
    if (roomId !== null) firstPart.set(set, [...(firstPart.get(set) ?? []), { partId: partIds[at]!, roomId }]);
  const placings = lessons.flatMap(({ set, place }, at): Placing[] =>
    place
      ? [{ lessonId: lessonIds[at]!, weekday: place.weekday, period: place.period, rooms: firstPart.get(set) ?? [] }]
      : [],
  );
  const locked = lessons.flatMap(({ place }, at) => (place?.isLocked ? lessonIds[at]! : []));
  return { setIds, placings, locked };
}

/** Rules, and when people and rooms are not free. */
export async function writeTaken(
  tx: Tx,
  institutionId: number,
  timetableId: number,
  { rules, unavailable }: Taken,
  setIds: number[],
): Promise<void> {
  await tx.execute(sql`insert into unavailable_periods (institution_id, timetable_id, employee_id, batch_id, room_id, weekday, period)
    select ${institutionId}, ${timetableId}, m."employeeId", m."batchId", m."roomId", m.weekday, m.period
    from jsonb_to_recordset(${JSON.stringify(unavailable)}::jsonb)
      as m ("employeeId" bigint, "batchId" bigint, "roomId" bigint, weekday int, period int) on conflict do nothing`);
  const rows = rules.map(({ set, sets: _, number, times, ...rule }, at) => ({
    at,
    ...rule,
    setId: set === undefined ? null : setIds[set],
    parameters: { ...(number !== undefined && { number }), ...(times && { times }) },
  }));
  // New ids follow the order of the rules.
  const made = await query<{ id: number }>(
    tx,
    sql`with made as (insert into timetable_constraints (institution_id, timetable_id, kind, weight, employee_id, batch_id, course_id,
      set_id, parameters)
    select ${institutionId}, ${timetableId}, m.kind, m.weight, m."teacherId", m."batchId", m."courseId", m."setId", m.parameters
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as m (at int, kind text, weight numeric, "teacherId" bigint, "batchId" bigint, "courseId" bigint, "setId" bigint, parameters jsonb)
      order by m.at returning id)
    select id::int as id from made order by id`,
  );
  const related = rules.flatMap(({ sets = [] }, at) =>
    sets.map((set, place) => ({ rule: made[at]!.id, set: setIds[set], position: place + 1 })),
  );
  await tx.execute(sql`insert into timetable_constraint_sets (institution_id, timetable_id, constraint_id, set_id, position)
    select ${institutionId}, ${timetableId}, m.rule, m.set, m.position
    from jsonb_to_recordset(${JSON.stringify(related)}::jsonb) as m (rule bigint, set bigint, position int)`);
}
