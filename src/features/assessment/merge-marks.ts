import { sql } from 'drizzle-orm';
import { Refused } from '#kernel/errors.ts';
import type { RunningMerge } from '#kernel/personal-data/merge-rule.ts';

/** Marks follow the kept record. No mark is dropped: two records with marks in one course and term are not merged. */
export async function mergeMarks({ journal, tx, institutionId, keptId, otherId }: RunningMerge): Promise<void> {
  const { rows } = await tx.execute<{ course: string; term: string }>(sql`
    select c.title as course, t.name as term from marks m
    join marks k on (k.institution_id, k.term_id, k.course_id) = (m.institution_id, m.term_id, m.course_id)
    join courses c on (c.institution_id, c.id) = (m.institution_id, m.course_id)
    join terms t on (t.institution_id, t.id) = (m.institution_id, m.term_id)
    where m.institution_id = ${institutionId} and m.student_id = ${otherId} and k.student_id = ${keptId}
    order by t.id, c.title limit 1`);
  const [both] = rows;
  if (both)
    throw new Refused(
      'form',
      `Both records have marks in ${both.course}, ${both.term}. Remove the wrong ones from the sheet, then merge.`,
    );
  await journal.run(
    'marks',
    sql`update marks set student_id = ${keptId} where institution_id = ${institutionId} and student_id = ${otherId}`,
  );
}
