import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { loadText, type Load } from './loads.ts';

interface Cell {
  batchId: number;
  courseId: number;
  batch: string;
  title: string;
  /** What the page showed; undefined for work that has no page. */
  was?: Load | undefined;
}

/** Refuses cells that somebody else has changed since the page was opened; other cells of the table go together. */
export async function refuseChangedLoads(
  tx: Tx,
  institutionId: number,
  timetableId: number,
  cells: readonly Cell[],
): Promise<void> {
  const shown = cells.flatMap((cell) => (cell.was ? [{ ...cell, was: cell.was }] : []));
  if (shown.length === 0) return;
  const ids = shown.map(({ batchId, courseId }) => ({ batchId, courseId }));
  const rows = await query<Load & { batchId: number; courseId: number }>(
    tx,
    sql`select k.batch_id::int as "batchId", k.course_id::int as "courseId",
        (count(*) filter (where l.length = 1))::int as singles, (count(*) filter (where l.length > 1))::int as doubles
      from jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as m ("batchId" bigint, "courseId" bigint)
      join part_courses k on (k.institution_id, k.batch_id, k.course_id) = (${institutionId}, m."batchId", m."courseId")
      join lesson_parts p on (p.institution_id, p.id) = (k.institution_id, k.part_id)
      join lessons l on (l.institution_id, l.timetable_id, l.set_id) = (p.institution_id, ${timetableId}, p.set_id)
      where not exists (select from lesson_parts q where (q.institution_id, q.set_id) = (p.institution_id, p.set_id) and q.id <> p.id)
        and not exists (select from part_courses y where (y.institution_id, y.part_id) = (p.institution_id, p.id)
          and (y.batch_id, y.course_id) <> (k.batch_id, k.course_id))
      group by k.batch_id, k.course_id`,
  );
  for (const { batchId, courseId, batch, title, was } of shown) {
    const found = rows.find((row) => row.batchId === batchId && row.courseId === courseId);
    const now = found ?? { singles: 0, doubles: 0 };
    if (now.singles !== was.singles || now.doubles !== was.doubles)
      throw new Conflict(
        `Somebody else has changed ${title} in ${batch} to ${loadText(now) || '0'} meanwhile, so nothing was saved. Reload the page to see it.`,
      );
  }
}
