import { sql } from 'drizzle-orm';
import { systemActor, type Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import type { DemoStep } from '#web/feature.ts';
import { readDraft } from './draft/lock-draft.ts';
import { saveLoads } from './lessons/save-loads.ts';
import { addSet } from './lessons/save-set.ts';
import { placeAll } from './placer.demo.ts';
import { writePlaces } from './placing/place-lesson.ts';
import type { RoomKind } from './timetable.ts';
import { createTimetable } from './versions/make-versions.ts';

const rooms: Record<'school' | 'college', [name: string, kind: RoomKind, seats: number, courses: RegExp | null][]> = {
  school: [
    ['Physics laboratory', 'laboratory', 40, /^PHY$/],
    ['Chemistry laboratory', 'laboratory', 40, /^CHM$/],
    ['Biology laboratory', 'laboratory', 40, /^BIO$/],
    ['Computer room 1', 'laboratory', 40, /^ICT$/],
    ['Computer room 2', 'laboratory', 40, /^DAT$/],
    ['Technology workshop', 'workshop', 40, /^BTE$/],
    ['Sports field', 'field', 200, /^PHE$/],
    ['Library', 'library', 60, null],
    ['Assembly hall', 'hall', 700, null],
  ],
  college: [
    ['Lecture theatre 1', 'hall', 200, /^BAM/],
    ['Lecture theatre 2', 'hall', 200, /^GNS/],
    ['Computer laboratory 1', 'laboratory', 60, /^COM 1/],
    ['Computer laboratory 2', 'laboratory', 60, /^COM 2/],
  ],
};

/** Once courses have teachers: the current session has a timetable without a clash, the next term a draft of it. */
export const steps: DemoStep[] = [
  {
    place: 45,
    async load(tx, { school, college }) {
      for (const { id, key } of [school, college]) await insertTimetable(tx, id, key);
      await insertDraft(tx, school.id);
    },
  },
];

interface Unit {
  batchId: number;
  courseId: number;
  code: string;
  units: number;
  electiveGroup: string | null;
}

async function insertTimetable(tx: Tx, institutionId: number, key: 'school' | 'college'): Promise<void> {
  const actor = systemActor(institutionId, 'Demonstration');
  for (const [name, kind, seats] of rooms[key])
    await tx.execute(
      sql`insert into rooms (institution_id, name, kind, seats) values (${institutionId}, ${name}, ${kind}, ${seats})`,
    );
  const [term] = await query<{
    sessionId: number;
    position: number;
    startsOn: string;
    name: string;
  }>(tx)`select t.session_id::bigint as "sessionId", t.position, t.starts_on::text as "startsOn", t.name
      from terms t where t.institution_id = ${institutionId} and t.is_current`;
  const isByTerm = key === 'college';
  const base = { sessionId: term!.sessionId, termPosition: isByTerm ? term!.position : null, keepsPlaces: true };
  const timetableId = await createTimetable(tx, actor, { ...base, name: term!.name, timetableId: null });
  const units = await query<Unit>(tx)`
    select b.id::bigint as "batchId", c.id::bigint as "courseId", c.code, c.credit_units as units, c.elective_group as "electiveGroup"
      from batches b join course_offerings o on (o.institution_id, o.batch_id) = (b.institution_id, b.id)
      join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id)
      where b.institution_id = ${institutionId} and b.session_id = ${term!.sessionId} and not o.is_carry_over
        and (o.term_position is null or o.term_position = ${term!.position}) order by b.id, c.code`;
  await insertLessons(tx, actor, timetableId, key, units);
  for (const [name, , , courses] of rooms[key])
    if (courses)
      await tx.execute(sql`update lesson_parts p set room_id = r.id
        from rooms r, part_courses k join courses c on (c.institution_id, c.id) = (k.institution_id, k.course_id)
        where p.institution_id = ${institutionId} and (k.institution_id, k.part_id) = (p.institution_id, p.id)
          and c.code ~ ${courses.source} and r.institution_id = p.institution_id and r.name = ${name}`);
  const draft = await readDraft(tx, [institutionId], timetableId);
  await writePlaces(tx, institutionId, timetableId, placeAll(draft));
  await tx.execute(sql`update timetables set valid_from = ${term!.startsOn}::date, published_at = ${term!.startsOn}::date
    where (institution_id, id) = (${institutionId}, ${timetableId})`);
}

/** The next term, copied to be changed: some lessons of a class are back in the tray. */
async function insertDraft(tx: Tx, institutionId: number): Promise<void> {
  const [base] = await query<{ id: number; sessionId: number; name: string }>(tx)`
    select t.id::bigint as id, t.session_id::bigint as "sessionId", n.name from timetables t
      join terms c on c.institution_id = t.institution_id and c.session_id = t.session_id and c.is_current
      join terms n on n.institution_id = t.institution_id and n.session_id = t.session_id and n.position = c.position + 1
      where t.institution_id = ${institutionId} and t.published_at is not null`;
  if (!base) return;
  const { id: timetableId, ...next } = base;
  const draftId = await createTimetable(tx, systemActor(institutionId, 'Demonstration'), {
    ...next,
    termPosition: null,
    keepsPlaces: true,
    timetableId,
  });
  const back = await query<{ lessonId: number }>(tx)`select y.lesson_id::bigint as "lessonId" from booked_batches y
      where y.institution_id = ${institutionId} and y.timetable_id = ${draftId} and y.weekday = 5
        and y.batch_id = (select min(o.batch_id) from booked_batches o
          where o.institution_id = ${institutionId} and o.timetable_id = ${draftId})`;
  await writePlaces(
    tx,
    institutionId,
    draftId,
    back.map(({ lessonId }) => ({ lessonId, weekday: null, period: null })),
  );
}

/** Lessons a week of each course; the electives of a group are a block. */
async function insertLessons(tx: Tx, actor: Actor, timetableId: number, key: string, units: Unit[]): Promise<void> {
  const blocks = blocksOf(units);
  const inBlock = new Set(blocks.flat());
  const loads = [...new Set(units.map(({ batchId }) => batchId))].flatMap((batchId) => {
    const own = units.filter((unit) => unit.batchId === batchId && !inBlock.has(unit));
    const taken = 2 * blocks.filter(([first]) => first!.batchId === batchId).length;
    return key === 'school'
      ? schoolLoads(own, taken)
      : own.map((unit) => ({ ...unit, lessons: Math.min(4, Math.max(1, unit.units)) }));
  });
  await saveLoads(tx, actor, timetableId, {
    loads: loads.map(({ batchId, courseId, code, lessons }) => ({
      batchId,
      courseId,
      ...lengthsOf(code, lessons, key),
    })),
  });
  await tx.execute(sql`select akada_count_new_rows()`);
  for (const block of blocks) {
    const teachers = await query<{ courseId: number; employeeId: number }>(tx)`
      select course_id::bigint as "courseId", employee_id::bigint as "employeeId" from course_offerings
        where institution_id = ${actor.institutions[0]!.id} and batch_id = ${block[0]!.batchId} and employee_id is not null`;
    const free = new Set<number>();
    const parts = block.map(({ batchId, courseId }, at) => {
      const teacher = teachers.find((one) => one.courseId === courseId && !free.has(one.employeeId))?.employeeId;
      if (teacher !== undefined) free.add(teacher);
      return {
        key: String(at),
        courses: [`${batchId}-${courseId}`],
        teacherIds: teacher === undefined ? [] : [teacher],
        roomId: null,
        roomKind: null,
      };
    });
    await addSet(tx, actor, timetableId, {
      name: block[0]!.electiveGroup,
      singles: 2,
      doubles: 0,
      parts,
    });
  }
}

/** Electives of one group of a batch are taught at the same time. */
function blocksOf(units: Unit[]): Unit[][] {
  const groups = new Map<string, Unit[]>();
  for (const unit of units)
    if (unit.electiveGroup !== null) {
      const key = `${unit.batchId} ${unit.electiveGroup}`;
      groups.set(key, [...(groups.get(key) ?? []), unit]);
    }
  return [...groups.values()].filter((group) => group.length > 1);
}

const weekOf = 34;
const few = new Set(['GUI', 'PHE', 'CCA']);

/** Five lessons of English and Mathematics, one of a few, two of the others, and more of those that are left. */
function schoolLoads(units: Unit[], taken: number): (Unit & { lessons: number })[] {
  const loads = units.map((unit) => ({
    ...unit,
    lessons: unit.code === 'ENG' || unit.code === 'MTH' ? 5 : few.has(unit.code) ? 1 : 2,
  }));
  let left = weekOf - taken - loads.reduce((sum, { lessons }) => sum + lessons, 0);
  for (const load of loads) {
    if (left <= 0) break;
    if (load.lessons !== 2) continue;
    load.lessons += 1;
    left -= 1;
  }
  return loads;
}

const practical = /^(PHY|CHM|BIO|BTE|ICT|AGR|COM \d)/;

/** Practical subjects have a double lesson. */
const lengthsOf = (code: string, lessons: number, key: string) =>
  lessons >= 2 && (key === 'college' || practical.test(code))
    ? { singles: lessons - 2, doubles: 1 }
    : { singles: lessons, doubles: 0 };
