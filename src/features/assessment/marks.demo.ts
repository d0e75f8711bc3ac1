import { sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { rowsOf, type Tx } from '#kernel/database.ts';
import { takenIn } from './checks/taken-courses.queries.ts';
import { changeSheets } from './sheets/change-sheets.ts';
import { openSheets } from './sheets/open-sheets.ts';

/** From 0 to 1, always the same for the same words. */
const chance = (...of: string[]) =>
  sql.raw(`((hashtext(concat_ws(' ', ${of.join(', ')}))::bigint & 2147483647) / 2147483647.0)`);

/**
 * The current term: sheets of all batches with courses. Some are locked, one of them approved; in the others the
 * examination is still being marked, and a few courses have not begun.
 */
export async function insertMarks(tx: Tx, institutionId: number): Promise<void> {
  const actor = systemActor(institutionId, 'Demonstration');
  const found = await rowsOf<{ termId: number; batchId: number }>(
    tx,
    sql`select t.id::int as "termId", b.id::int as "batchId" from terms t
      join batches b on (b.institution_id, b.session_id) = (t.institution_id, t.session_id)
      where t.institution_id = ${institutionId} and t.is_current and exists (select from course_offerings o
        join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id) and not c.no_exam
        where (o.institution_id, o.batch_id) = (b.institution_id, b.id)) order by b.id`,
  );
  const [first] = found;
  if (!first) return;
  const batchIds = found.map(({ batchId }) => batchId);
  await openSheets(tx, actor, { termId: first.termId, batchIds, dueOn: null });
  await tx.execute(sql`update mark_sheets s set due_on = t.ends_on - 7 from terms t
    where s.institution_id = ${institutionId} and (t.institution_id, t.id) = (s.institution_id, s.term_id)`);
  const sheets = await rowsOf<{ id: number }>(
    tx,
    sql`select id::int as id from mark_sheets where institution_id = ${institutionId} order by batch_id`,
  );
  const finished = sheets.filter((_, at) => at % 3 === 0).map(({ id }) => id);
  await fillSheets(tx, institutionId, finished);
  const [approved] = finished;
  await changeSheets(tx, actor, 'lock', { ids: finished, reason: '', isOnSheet: false });
  await changeSheets(tx, actor, 'approve', { ids: [approved!], reason: '', isOnSheet: false });
}

/** Marks by what a student can do, what the course asks, and luck; a few were absent. */
async function fillSheets(tx: Tx, institutionId: number, finished: number[]): Promise<void> {
  await tx.execute(sql`
    with ${takenIn(sql`s.institution_id = ${institutionId}`)}
    insert into marks (institution_id, student_id, term_id, course_id, entries)
    select t.institution_id, t.student_id, t.term_id, t.course_id, jsonb_object_agg(p ->> 'key',
      case when ${chance('t.student_id', "'absent'", 't.course_id', "p ->> 'key'")} < 0.008 then '"absent"'::jsonb
        else to_jsonb((100 * round((p ->> 'maximum')::int / 100.0 * least(0.98, greatest(0.12,
          0.30 + 0.45 * ${chance('t.student_id', "'able'")} + 0.12 * ${chance('t.course_id', "'easy'")}
          + 0.26 * (${chance('t.student_id', 't.course_id', "p ->> 'key'")} - 0.35)))))::int) end)
    from taken t join assessment_scheme_versions v on (v.institution_id, v.scheme_id, v.version)
      = (t.institution_id, t.scheme_id, t.scheme_version)
    cross join jsonb_array_elements(v.content -> 'components') p
    where t.sheet_id = any (${sql.param(finished)}::bigint[])
      or (${chance('t.sheet_id', 't.course_id')} < 0.8 and p ->> 'key' <> 'examination')
    group by t.institution_id, t.student_id, t.term_id, t.course_id`);
  await tx.execute(sql`
    insert into mark_changes (institution_id, student_id, term_id, course_id, component, entered)
    select m.institution_id, m.student_id, m.term_id, m.course_id, x.key, x.value
    from marks m cross join jsonb_each(m.entries) x where m.institution_id = ${institutionId}`);
  await tx.execute(sql`update mark_sheet_courses set done_at = now() - interval '2 days'
    where institution_id = ${institutionId} and sheet_id = any (${sql.param(finished)}::bigint[])`);
}
