import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { CorrectedCell } from './compute/correct-card.ts';
import type { ClassPlace } from './published-class.queries.ts';

/** Writes the corrected marks in the name of the requester, with the marks before. */
export async function writeCorrected(
  tx: Tx,
  asker: Actor,
  { institutionId, termId }: ClassPlace,
  correctionId: number,
  cells: readonly CorrectedCell[],
): Promise<void> {
  const rows = [...Map.groupBy(cells, ({ studentId, courseId }) => `${studentId} ${courseId}`).values()].map(
    (same) => ({
      ...{ s: same[0]!.studentId, c: same[0]!.courseId, gone: same.map(({ component }) => component) },
      entries: Object.fromEntries(
        same.flatMap(({ component, entry }) => (entry === null ? [] : [[component, entry] as const])),
      ),
    }),
  );
  await tx.execute(sql`
    insert into marks as m (institution_id, student_id, term_id, course_id, entries)
    select ${institutionId}, n.s, ${termId}, n.c, n.entries
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (s bigint, c bigint, entries jsonb) order by n.s, n.c
    on conflict (institution_id, student_id, term_id, course_id) do update set entries = (
      select (m.entries - array(select jsonb_array_elements_text(g.gone))) || g.entries
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (s bigint, c bigint, gone jsonb, entries jsonb)
      where (g.s, g.c) = (excluded.student_id, excluded.course_id))`);
  await tx.execute(sql`
    insert into mark_changes (institution_id, student_id, term_id, course_id, component, was, entered, account_id, correction_id)
    select ${institutionId}, n."studentId", ${termId}, n."courseId", n.component, nullif(n.was, 'null'), nullif(n.entry, 'null'),
      ${asker.accountId}::bigint, ${correctionId}
    from jsonb_to_recordset(${JSON.stringify(cells)}::jsonb)
      as n ("studentId" bigint, "courseId" bigint, component text, was jsonb, entry jsonb)`);
}
