import { sql } from 'drizzle-orm';
import type { OfferedLoad } from './loads.queries.ts';
import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import type { Actor } from '#kernel/actor.ts';
import { id } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { countChange, lockDraft } from '../draft/lock-draft.ts';
import { fitLessons, type LessonCount } from './save-set.ts';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError, Conflict } from '#kernel/errors.ts';
import { loadText, type Load } from './loads.ts';

const lessonCount = z.number('Enter a number.').int('Enter a whole number.').min(0).max(30, 'Enter up to 30 a week.');

const counts = { singles: lessonCount, doubles: lessonCount };

/** Cells of the table of lessons a week: how many single and double lessons each, and how many the page showed. */
export const SaveLoads = z.object({
  loads: z
    .array(z.object({ batchId: id, courseId: id, ...counts, was: z.object(counts).optional() }))
    .min(1, 'Change a number first.')
    .max(5000),
});

interface Offered extends Pick<OfferedLoad, 'batchId' | 'courseId' | 'batch' | 'title' | 'teacherId'> {
  /** The lessons of this course and batch alone; null if there are none yet. */
  setId: number | null;
}

/**
 * Sets how many lessons a week courses have in batches. Each gets the teacher of the offering at first. Fewer lessons:
 * those in the tray go first, and then those that were placed last.
 */
export async function saveLoads(
  tx: Tx,
  actor: Actor,
  timetableId: number,
  { loads }: z.output<typeof SaveLoads>,
): Promise<string> {
  const timetable = await lockDraft(tx, actor, timetableId);
  const { institutionId } = timetable;
  const offered = await readOffered(tx, timetable, loads);
  const rows = loads.map((load) => {
    const found = offered.find(({ batchId, courseId }) => batchId === load.batchId && courseId === load.courseId);
    if (!found)
      throw new ValidationError('loads', 'One of the courses is not offered there. Reload the page and try again.');
    return { ...found, ...load };
  });
  await refuseChangedLoads(tx, institutionId, timetableId, rows);
  const wanted: LessonCount[] = [];
  for (const row of await withSets(tx, institutionId, timetableId, rows))
    wanted.push(
      { setId: row.setId, length: 1, count: row.singles },
      { setId: row.setId, length: 2, count: row.doubles },
    );
  await fitLessons(tx, institutionId, timetableId, wanted);
  await tx.execute(sql`delete from lesson_sets s where s.institution_id = ${institutionId} and s.timetable_id = ${timetableId}
    and s.id = any (${sql.param(wanted.map(({ setId }) => setId))}::bigint[])
    and not exists (select from lessons l where (l.institution_id, l.timetable_id, l.set_id) = (s.institution_id, s.timetable_id, s.id))`);
  await record(tx, actor, 'timetable.saveLoads', {
    institutionId,
    summary: `set the lessons a week of ${countOf(rows.length, 'course')} in ${timetable.name}`,
    subject: { type: 'timetable', id: timetableId },
    details: { loads },
  });
  await countChange(tx, timetable);
  const periods = rows.reduce((sum, { singles, doubles }) => sum + singles + 2 * doubles, 0);
  return `${countOf(rows.length, 'course')} saved with ${countOf(periods, 'period')} a week.`;
}

const readOffered = (
  tx: Tx,
  { institutionId, id: timetableId, sessionId }: { institutionId: number; id: number; sessionId: number },
  loads: { batchId: number; courseId: number }[],
): Promise<Offered[]> =>
  query<Offered>(tx)`select b.id::bigint as "batchId", c.id::bigint as "courseId", b.name as batch, c.title,
        (select e.id::bigint from employees e where (e.institution_id, e.id) = (o.institution_id, o.employee_id)
          and e.left_on is null) as "teacherId",
        (select s.id::bigint from part_courses k join lesson_parts p on (p.institution_id, p.id) = (k.institution_id, k.part_id)
          join lesson_sets s on (s.institution_id, s.id) = (p.institution_id, p.set_id) and s.timetable_id = ${timetableId}
          where (k.institution_id, k.batch_id, k.course_id) = (o.institution_id, o.batch_id, o.course_id)
            and not exists (select from lesson_parts q where (q.institution_id, q.set_id) = (s.institution_id, s.id) and q.id <> p.id)
            and not exists (select from part_courses y where (y.institution_id, y.part_id) = (p.institution_id, p.id)
              and (y.batch_id, y.course_id) <> (k.batch_id, k.course_id))
          order by s.id limit 1) as "setId"
      from jsonb_to_recordset(${JSON.stringify(loads)}::jsonb) as m ("batchId" bigint, "courseId" bigint)
      join course_offerings o on (o.institution_id, o.batch_id, o.course_id) = (${institutionId}, m."batchId", m."courseId")
      join batches b on (b.institution_id, b.id) = (o.institution_id, o.batch_id) and b.session_id = ${sessionId}
      join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id)`;

type Row = Offered & { singles: number; doubles: number };

/** The same with a set each: those that have none and want lessons get one, with the teacher of the offering. */
async function withSets(
  tx: Tx,
  institutionId: number,
  timetableId: number,
  rows: Row[],
): Promise<(Row & { setId: number })[]> {
  const without = rows.filter(({ setId, singles, doubles }) => setId === null && singles + doubles > 0);
  const ids =
    without.length === 0
      ? []
      : await query<{ id: number }>(tx)`with made as (insert into lesson_sets (institution_id, timetable_id)
              select ${institutionId}, ${timetableId} from generate_series(1, ${without.length}) returning id)
            select id::bigint as id from made order by id`;
  const made = without.map((row, at) => ({ ...row, setId: ids[at]!.id }));
  if (made.length > 0)
    await tx.execute(sql`
      with m as (select * from jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
          as x ("setId" bigint, "batchId" bigint, "courseId" bigint, "teacherId" bigint)),
        part as (insert into lesson_parts (institution_id, set_id, position)
          select ${institutionId}, "setId", 1 from m returning id, set_id),
        course as (insert into part_courses (institution_id, part_id, batch_id, course_id)
          select ${institutionId}, part.id, m."batchId", m."courseId" from m join part on part.set_id = m."setId")
      insert into part_teachers (institution_id, part_id, employee_id)
      select ${institutionId}, part.id, m."teacherId" from m join part on part.set_id = m."setId" where m."teacherId" is not null`);
  return [...rows.filter((row): row is Row & { setId: number } => row.setId !== null), ...made];
}

interface Cell {
  batchId: number;
  courseId: number;
  batch: string;
  title: string;
  /** What the page showed; undefined for work that has no page. */
  was?: Load | undefined;
}

/** Refuses cells that somebody else has changed since the page was opened; other cells of the table go together. */
async function refuseChangedLoads(
  tx: Tx,
  institutionId: number,
  timetableId: number,
  cells: readonly Cell[],
): Promise<void> {
  const shown = cells.flatMap((cell) => (cell.was ? [{ ...cell, was: cell.was }] : []));
  if (shown.length === 0) return;
  const ids = shown.map(({ batchId, courseId }) => ({ batchId, courseId }));
  const rows = await query<Load & { batchId: number; courseId: number }>(tx)`
    select k.batch_id::bigint as "batchId", k.course_id::bigint as "courseId",
        (count(*) filter (where l.length = 1))::int as singles, (count(*) filter (where l.length > 1))::int as doubles
      from jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as m ("batchId" bigint, "courseId" bigint)
      join part_courses k on (k.institution_id, k.batch_id, k.course_id) = (${institutionId}, m."batchId", m."courseId")
      join lesson_parts p on (p.institution_id, p.id) = (k.institution_id, k.part_id)
      join lessons l on (l.institution_id, l.timetable_id, l.set_id) = (p.institution_id, ${timetableId}, p.set_id)
      where not exists (select from lesson_parts q where (q.institution_id, q.set_id) = (p.institution_id, p.set_id) and q.id <> p.id)
        and not exists (select from part_courses y where (y.institution_id, y.part_id) = (p.institution_id, p.id)
          and (y.batch_id, y.course_id) <> (k.batch_id, k.course_id))
      group by k.batch_id, k.course_id`;
  for (const { batchId, courseId, batch, title, was } of shown) {
    const found = rows.find((row) => row.batchId === batchId && row.courseId === courseId);
    const now = found ?? { singles: 0, doubles: 0 };
    if (now.singles !== was.singles || now.doubles !== was.doubles)
      throw new Conflict(
        `Someone else has changed ${title} in ${batch} to ${loadText(now) || '0'} in the meantime, so nothing was saved. Reload the page to see it.`,
      );
  }
}
