import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import { allow, type Actor } from '#kernel/actor.ts';
import { emptyIsNull, id, line, list } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { readDraft } from '../../draft/lock-draft.ts';
import { writePlaces } from '../../placing/place-lesson.ts';
import { createTimetable } from '../../versions/make-versions.ts';
import { usedNames, constraintLabel, findFile, schoolOfFile, type SchoolChoices } from './school-files.ts';
import { planDraft, type DraftPlan, type NameMap } from './plan-draft.ts';
import { takeConstraints } from './take-constraints.ts';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { insertPattern } from '../../bells/usual-bells.ts';
import { type Placing, fitPlaces } from '../places/placings-of.ts';
import type { ImportedRules } from './imported-rules.ts';

/** Numbered fields of a form arrive as a list, with holes where none was sent. */
const byKey = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) =>
      Array.isArray(value)
        ? Object.fromEntries(value.map((one, at) => [at, one]).filter(([, one]) => one !== undefined))
        : value,
    z.record(z.string().regex(/^\d{1,5}$/), schema).default({}),
  );
const weekday = z.coerce.number('Choose a day.').int().min(1).max(7);

/** What each name of the file is here, by its place in the file; empty: left out. */
export const MakeDraft = z.object({
  name: line(80, 'Name'),
  sessionId: id,
  days: byKey(emptyIsNull(weekday)),
  subjects: byKey(emptyIsNull(id)),
  teachers: byKey(emptyIsNull(id)),
  students: byKey(list(id)),
  rooms: byKey(emptyIsNull(z.union([z.literal('new'), id]))),
});
type Input = z.output<typeof MakeDraft>;

interface MadeDraft {
  timetableId: number;
  placed: number;
  lessons: number;
  /** Lessons whose place in the file is not free here. */
  refused: number;
  /** Activities of the file that became nothing. */
  leftOut: number;
  /** Rules about several lessons that none of ours says: 'Min days between activities (3)'. */
  rulesLeftOut: string[];
}

/** Makes a draft of a file: bells, lessons, rules, and the places that the file has. All or nothing. */
export async function makeDraft(tx: Tx, actor: Actor, fileId: number, input: Input): Promise<MadeDraft> {
  const file = await findFile(tx, actor, fileId);
  const { institutionId, problem } = file;
  allow(actor, 'timetable.edit', institutionId);
  const names = await namesOf(tx, actor, file, input);
  const plan = planDraft(problem, names);
  if (plan.patterns.length === 0)
    throw new ValidationError('days', 'Choose at least one day on which lessons are taught.');
  if (plan.sets.length === 0)
    throw new ValidationError('subjects', 'No lesson has both a subject and a class here. Match the names first.');
  const timetableId = await createTimetable(tx, actor, {
    name: input.name,
    sessionId: input.sessionId,
    termPosition: null,
    timetableId: null,
    keepsPlaces: false,
  });
  await writeBellsOf(tx, institutionId, timetableId, plan);
  const { setIds, placings, locked } = await writeSets(tx, institutionId, timetableId, plan);
  const taken = takeConstraints(problem, names, plan);
  await writeTaken(tx, institutionId, timetableId, taken, setIds);
  const fit = fitPlaces(await readDraft(tx, [institutionId], timetableId), placings);
  await writePlaces(tx, institutionId, timetableId, fit.places);
  await tx.execute(sql`update lessons set is_locked = true where institution_id = ${institutionId} and weekday is not null
    and id = any (${sql.param(locked)}::bigint[])`);
  await tx.execute(sql`delete from fet_files where (institution_id, id) = (${institutionId}, ${fileId})`);
  const lessons = plan.sets.reduce((sum, set) => sum + set.lessons.length, 0);
  await record(tx, actor, 'timetable.importFet', {
    institutionId,
    summary: `made the timetable ${input.name} of ${file.fileName}: ${countOf(lessons, 'lesson')}`,
    subject: { type: 'timetable', id: timetableId },
    details: { lessons, placed: fit.placed, leftOut: plan.leftOut },
  });
  return {
    timetableId,
    lessons,
    placed: fit.placed,
    refused: fit.refused.length,
    leftOut: plan.leftOut,
    rulesLeftOut: [...Map.groupBy(taken.leftOut, (kind) => kind)].map(
      ([kind, all]) => `${constraintLabel(kind)} (${all.length})`,
    ),
  };
}

async function namesOf(
  tx: Tx,
  actor: Actor,
  { id: fileId, institutionId, problem }: Awaited<ReturnType<typeof findFile>>,
  input: Input,
): Promise<NameMap> {
  const school = await schoolOfFile(tx, actor, fileId);
  const used = usedNames(problem);
  const chosen = <T>(values: Record<string, T | null>, names: readonly string[]) =>
    new Map(
      Object.entries(values).flatMap(([key, value]) => {
        const name = names[Number(key)];
        return name === undefined || value === null ? [] : [[name, value] as const];
      }),
    );
  const nameOf = ({ name }: { name: string }) => name;
  const weekdays = chosen(input.days, problem.days);
  if (new Set(weekdays.values()).size < weekdays.size)
    throw new ValidationError('days', 'Two days of the file can’t be the same weekday.');
  const courses = chosen(input.subjects, used.subjects.map(nameOf));
  const teachers = chosen(input.teachers, used.teachers.map(nameOf));
  const batches = chosen(input.students, used.students.map(nameOf));
  refuseUnknown(school, input.sessionId, courses, teachers, batches);
  const rooms = await roomsOf(tx, institutionId, school, chosen(input.rooms, used.rooms.map(nameOf)));
  return { weekdays, courses, teachers, batches, rooms };
}

function refuseUnknown(
  school: SchoolChoices,
  sessionId: number,
  courses: ReadonlyMap<string, number>,
  teachers: ReadonlyMap<string, number>,
  batches: ReadonlyMap<string, readonly number[]>,
): void {
  const isIn = (rows: readonly { id: number }[], wanted: Iterable<number>) => {
    const ids = new Set(rows.map((row) => row.id));
    return [...wanted].every((one) => ids.has(one));
  };
  const ofSession = school.batches.filter((batch) => batch.sessionId === sessionId);
  if (!isIn(school.courses, courses.values())) throw new ValidationError('subjects', 'Choose subjects from the list.');
  if (!isIn(school.teachers, teachers.values()))
    throw new ValidationError('teachers', 'Choose teachers from the list.');
  if (!isIn(ofSession, [...batches.values()].flat()))
    throw new ValidationError('students', 'Choose classes of the session for which the timetable is made.');
}

/** Rooms are added where somebody wanted that; one that is there already is taken. */
async function roomsOf(
  tx: Tx,
  institutionId: number,
  school: SchoolChoices,
  chosen: ReadonlyMap<string, number | 'new'>,
): Promise<Map<string, number>> {
  const known = new Set(school.rooms.map((room) => room.id));
  const rooms = new Map<string, number>();
  for (const [name, value] of chosen) {
    if (value !== 'new' && !known.has(value)) throw new ValidationError('rooms', 'Choose rooms from the list.');
    if (value !== 'new') rooms.set(name, value);
  }
  const added = [...chosen].flatMap(([name, value]) =>
    value === 'new' && name.trim() ? name.trim().slice(0, 60) : [],
  );
  const rows = await query<{ id: number; name: string }>(tx)`
    insert into rooms (institution_id, name) select ${institutionId}, min(n) from unnest(${sql.param(added)}::text[]) n group by lower(n)
      on conflict (institution_id, lower(name)) do update set retired_at = null returning id::bigint as id, lower(name) as name`;
  for (const [name, value] of chosen) {
    const row = rows.find((one) => one.name === name.trim().slice(0, 60).toLowerCase());
    if (value === 'new' && row) rooms.set(name, row.id);
  }
  return rooms;
}

/** In place of the usual bells of a new draft. */
async function writeBellsOf(
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

/** Sets with their parts and lessons, in few statements. New ids follow the order of the plan. */
async function writeSets(
  tx: Tx,
  institutionId: number,
  timetableId: number,
  { sets }: DraftPlan,
): Promise<{ setIds: number[]; placings: Placing[]; locked: number[] }> {
  const insert = async (text: ReturnType<typeof sql>): Promise<number[]> =>
    (await query<{ id: number }>(tx, text)).map((row) => row.id).toSorted((one, other) => one - other);
  const from = (rows: object[], columns: string) =>
    sql`jsonb_to_recordset(${JSON.stringify(rows.map((row, at) => ({ ...row, at })))}::jsonb) as m (at int, ${sql.raw(columns)})`;
  const setIds = await insert(sql`insert into lesson_sets (institution_id, timetable_id, name)
    select ${institutionId}, ${timetableId}, m.name from ${from(
      sets.map(({ name }) => ({ name })),
      'name text',
    )} order by m.at returning id::bigint as id`);
  const parts = sets.flatMap((set, at) => set.parts.map((part, n) => ({ ...part, set: setIds[at], position: n + 1 })));
  const partIds = await insert(sql`insert into lesson_parts (institution_id, set_id, position, room_id)
    select ${institutionId}, m.set, m.position, m."roomId" from ${from(parts, 'set bigint, position int, "roomId" bigint')}
    order by m.at returning id::bigint as id`);
  const taught = parts.flatMap(({ courses }, at) => courses.map((one) => ({ ...one, part: partIds[at] })));
  await tx.execute(sql`insert into part_courses (institution_id, part_id, batch_id, course_id)
    select ${institutionId}, m.part, m."batchId", m."courseId" from ${from(taught, 'part bigint, "batchId" bigint, "courseId" bigint')}`);
  const teaching = parts.flatMap(({ teacherIds }, at) => teacherIds.map((teacher) => ({ teacher, part: partIds[at] })));
  await tx.execute(sql`insert into part_teachers (institution_id, part_id, employee_id)
    select ${institutionId}, m.part, m.teacher from ${from(teaching, 'part bigint, teacher bigint')}`);
  const lessons = sets.flatMap((set, at) => set.lessons.map((lesson) => ({ ...lesson, set: setIds[at] })));
  const lessonIds = await insert(sql`insert into lessons (institution_id, timetable_id, set_id, length)
    select ${institutionId}, ${timetableId}, m.set, m.length from ${from(lessons, 'set bigint, length int')}
    order by m.at returning id::bigint as id`);
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
async function writeTaken(
  tx: Tx,
  institutionId: number,
  timetableId: number,
  { rules, unavailable }: ImportedRules,
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
  const made = await query<{ id: number }>(tx)`
    with made as (insert into timetable_constraints (institution_id, timetable_id, kind, weight, employee_id, batch_id, course_id,
      set_id, parameters)
    select ${institutionId}, ${timetableId}, m.kind, m.weight, m."teacherId", m."batchId", m."courseId", m."setId", m.parameters
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as m (at int, kind text, weight numeric, "teacherId" bigint, "batchId" bigint, "courseId" bigint, "setId" bigint, parameters jsonb)
      order by m.at returning id)
    select id::bigint as id from made order by id`;
  const related = rules.flatMap(({ sets = [] }, at) =>
    sets.map((set, place) => ({ rule: made[at]!.id, set: setIds[set], position: place + 1 })),
  );
  await tx.execute(sql`insert into timetable_constraint_sets (institution_id, timetable_id, constraint_id, set_id, position)
    select ${institutionId}, ${timetableId}, m.rule, m.set, m.position
    from jsonb_to_recordset(${JSON.stringify(related)}::jsonb) as m (rule bigint, set bigint, position int)`);
}
