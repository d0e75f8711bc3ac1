import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import type { Entries, Entry } from '../compute/types.ts';
import type { CourseSheet } from './course-sheet.queries.ts';

interface MarkChange {
  studentId: number;
  component: string;
  entry: Entry | null;
  was: Entry | null;
}

/** Writes changed marks of locked students with their history, in one go. `stored` has them already. */
export async function writeMarks(
  tx: Tx,
  actor: Actor,
  sheet: CourseSheet,
  changes: MarkChange[],
  stored: ReadonlyMap<number, Entries>,
): Promise<void> {
  if (changes.length === 0) return;
  const { institutionId, termId, courseId, sheetId } = sheet;
  const written = [...new Set(changes.map(({ studentId }) => studentId))].map((one) => ({
    s: one,
    e: stored.get(one),
  }));
  const history = changes.map(({ studentId, component, entry, was }) => ({
    s: studentId,
    c: component,
    w: was,
    n: entry,
  }));
  const kept = query(
    tx,
    sql`
    with written as (
      update marks m set entries = n.e from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as n (s bigint, e jsonb)
      where m.institution_id = ${institutionId} and m.term_id = ${termId} and m.course_id = ${courseId} and m.student_id = n.s)
    insert into mark_changes (institution_id, student_id, term_id, course_id, component, was, entered, account_id)
    select ${institutionId}, n.s, ${termId}, ${courseId}, n.c, nullif(n.w, 'null'), nullif(n.n, 'null'), ${actor.accountId}::bigint
    from jsonb_to_recordset(${JSON.stringify(history)}::jsonb) as n (s bigint, c text, w jsonb, n jsonb)`,
  );
  const told = record(tx, actor, 'marks.enter', {
    institutionId,
    summary: `entered ${changes.length === 1 ? 'a mark' : `${changes.length} marks`} in ${sheet.course}, ${sheet.batch}, ${sheet.term}`,
    subject: { type: 'mark_sheet', id: sheetId },
    details: { courseId, marks: changes.length },
  });
  await Promise.all([kept, told]);
}
