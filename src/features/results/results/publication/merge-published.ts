import { sql } from 'drizzle-orm';
import { query, render, type Tx } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import type { RunningMerge } from '#kernel/personal-data/merge-rule.ts';

/** Published results follow the kept record; one of the same term in both is for a person to settle. */
export async function mergePublished({ journal, tx, institutionId, keptId, otherId }: RunningMerge): Promise<void> {
  const rows = await query<{ term: string }>(tx, render)`
    select t.name as term from published_results r
    join published_results k on (k.institution_id, k.term_id) = (r.institution_id, r.term_id) and k.replaced_at is null
    join terms t on (t.institution_id, t.id) = (r.institution_id, r.term_id)
    where r.institution_id = ${institutionId} and r.student_id = ${otherId} and k.student_id = ${keptId}
      and r.replaced_at is null limit 1`;
  if (rows[0])
    throw new ValidationError('form', `Both records have a published result of ${rows[0].term}. They can’t be merged.`);
  await journal.run(
    'published_results',
    sql`update published_results set student_id = ${keptId}
      where institution_id = ${institutionId} and student_id = ${otherId}`,
  );
}

/** Refuses to unmerge records once a moved result was corrected: the new one isn’t in the journal of the merge. */
export async function refuseCorrected(tx: Tx, institutionId: number, personIds: number[]): Promise<void> {
  const ids = sql`(${sql.param(personIds)}::bigint[])`;
  const rows = await query<{ term: string }>(tx, render)`
    select r.content ->> 'term' as term from published_results r
    join published_results o on o.institution_id = r.institution_id and o.seq = (r.content #>> '{corrects,number}')::bigint
    where r.institution_id = ${institutionId} and r.student_id = any ${ids} and o.student_id = any ${ids}
      and r.student_id <> o.student_id limit 1`;
  if (rows[0])
    throw new Conflict(`These records can’t be unmerged: the result of ${rows[0].term} was corrected since the merge.`);
}
