import { query, render } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import { Refused } from '#kernel/errors.ts';
import type { RunningMerge } from '#kernel/personal-data/merge-rule.ts';

/** Terms of past years follow the kept record; the same term in both is for a person to settle. */
export async function mergePastTerms({ journal, tx, institutionId, keptId, otherId }: RunningMerge): Promise<void> {
  const rows = await query<{ term: string; session: string }>(
    tx,
    render(sql`
    select p.term, p.session from past_terms p
    join past_terms k on (k.institution_id, k.year, k.position) = (p.institution_id, p.year, p.position)
    where p.institution_id = ${institutionId} and p.student_id = ${otherId} and k.student_id = ${keptId} limit 1`),
  );
  if (rows[0])
    throw new Refused(
      'form',
      `Both records have imported results of ${rows[0].term}, ${rows[0].session}. They can’t be merged.`,
    );
  await journal.run(
    'past_terms',
    sql`update past_terms set student_id = ${keptId} where institution_id = ${institutionId} and student_id = ${otherId}`,
  );
}
