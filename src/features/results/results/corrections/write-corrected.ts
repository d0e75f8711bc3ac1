import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { CorrectedCell, Changes } from './compute/changes.ts';
import type { ClassPlace } from './published-class.queries.ts';
import type { Replacement } from './setting.ts';

interface Marks {
  cells: CorrectedCell[];
  /** Courses of students that get exactly these marks, whatever was stored beside the published result. */
  whole: { studentId: number; courseId: number }[];
}

/** The marks that a correction writes: with a removed course its published marks go. */
export function marksOf({ cells, courses }: Changes, replacements: readonly Replacement[]): Marks {
  const removed = courses.filter(({ change }) => change === 'removed');
  const gone = removed.flatMap(({ studentId, courseId }): CorrectedCell[] => {
    const { content } = replacements.find((row) => row.studentId === studentId)!;
    const { entries } = content.courses.find(({ id }) => id === courseId)!;
    return Object.entries(entries).map(([component, was]) => ({
      studentId,
      courseId,
      component,
      was: was ?? null,
      entry: null,
    }));
  });
  return { cells: [...cells, ...gone], whole: courses.map(({ studentId, courseId }) => ({ studentId, courseId })) };
}

/** Writes the corrected marks in the name of the requester, with the marks before. */
export async function writeCorrected(
  tx: Tx,
  asker: Actor,
  { institutionId, termId }: ClassPlace,
  correctionId: number,
  { cells, whole }: Marks,
): Promise<void> {
  if (cells.length === 0) return;
  const key = ({ studentId, courseId }: { studentId: number; courseId: number }) => `${studentId} ${courseId}`;
  const isWhole = new Set(whole.map(key));
  const rows = [...Map.groupBy(cells, key)].map(([one, same]) => ({
    s: same[0]!.studentId,
    c: same[0]!.courseId,
    gone: same.map(({ component }) => component),
    all: isWhole.has(one),
    entries: Object.fromEntries(
      same.flatMap(({ component, entry }) => (entry === null ? [] : [[component, entry] as const])),
    ),
  }));
  await tx.execute(sql`
    insert into mark_changes (institution_id, student_id, term_id, course_id, component, was, entered, account_id, correction_id)
    select ${institutionId}, n."studentId", ${termId}, n."courseId", n.component, nullif(n.was, 'null'), nullif(n.entry, 'null'),
      ${asker.accountId}::bigint, ${correctionId}
    from jsonb_to_recordset(${JSON.stringify(cells)}::jsonb)
      as n ("studentId" bigint, "courseId" bigint, component text, was jsonb, entry jsonb)`);
  await tx.execute(sql`
    insert into marks as m (institution_id, student_id, term_id, course_id, entries)
    select ${institutionId}, n.s, ${termId}, n.c, n.entries
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (s bigint, c bigint, entries jsonb) order by n.s, n.c
    on conflict (institution_id, student_id, term_id, course_id) do update set entries = (
      select case when g."all" then '{}' else m.entries - array(select jsonb_array_elements_text(g.gone)) end || g.entries
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (s bigint, c bigint, gone jsonb, entries jsonb, "all" boolean)
      where (g.s, g.c) = (excluded.student_id, excluded.course_id))`);
}
