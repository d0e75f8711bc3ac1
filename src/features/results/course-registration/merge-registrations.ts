import { query, render } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import { Refused } from '#kernel/errors.ts';
import type { RunningMerge } from '#kernel/personal-data/merge-rule.ts';

/** Registrations follow the kept record; two of the same term are for a person to settle. */
export async function mergeRegistrations({ journal, tx, institutionId, keptId, otherId }: RunningMerge): Promise<void> {
  const rows = await query<{ term: string }>(
    tx,
    render(sql`
    select t.name as term from course_registrations r
    join course_registrations k on (k.institution_id, k.term_id) = (r.institution_id, r.term_id)
    join terms t on (t.institution_id, t.id) = (r.institution_id, r.term_id)
    where r.institution_id = ${institutionId} and r.student_id = ${otherId} and k.student_id = ${keptId} limit 1`),
  );
  if (rows[0])
    throw new Refused('form', `Both records have a course registration of ${rows[0].term}. They can’t be merged.`);
  await journal.run(
    'course_registrations',
    sql`update course_registrations set student_id = ${keptId}
      where institution_id = ${institutionId} and student_id = ${otherId}`,
  );
}
