import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { awaitTurn } from '../publication/keep-sealed.ts';
import type { ClassPlace } from './published-class.queries.ts';

/**
 * Before results are computed to be written: nobody in the class is merged, no sheet of it is saved or published, and
 * nothing else of the institution is published or corrected, until the transaction ends.
 */
export async function lockCorrected(
  tx: Tx,
  { institutionId, termId, classId }: ClassPlace,
  studentIds: readonly number[],
): Promise<void> {
  const ofClass = sql`in (select b.id from batches b where b.institution_id = ${institutionId} and b.class_id = ${classId})`;
  await tx.execute(sql`select s.id from students s where s.institution_id = ${institutionId}
      and (s.id = any (${sql.param([...studentIds])}::bigint[]) or s.id in (
      select r.student_id from published_results r where r.institution_id = ${institutionId} and r.term_id = ${termId}
        and r.replaced_at is null and r.batch_id ${ofClass})) order by s.id for share`);
  await tx.execute(sql`select s.id from mark_sheets s where s.institution_id = ${institutionId} and s.term_id = ${termId}
    and s.batch_id ${ofClass} order by s.id for no key update`);
  await awaitTurn(tx, institutionId);
}
