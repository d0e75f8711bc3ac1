import { type Tx, query } from '#kernel/database.ts';

export interface BeginningBatch {
  batchId: number | null;
  /** A returning student is assigned with the move back. */
  isReturning: boolean;
}

/**
 * The open batch of the applicant's class with the most free seats, so that class arms fill evenly; a returning student's
 * own choice first. Null if the intake is for a session to come, or all are full: the student is assigned later.
 */
export async function roomiestBatch(tx: Tx, institutionId: number, applicationId: number): Promise<BeginningBatch> {
  const [batch] = await query<{ id: number; isReturning: boolean }>(tx)`
    select b.id, a.returning_student_id is not null as "isReturning" from applications a
    join intakes i on (i.institution_id, i.id) = (a.institution_id, a.intake_id)
    join academic_sessions y on (y.institution_id, y.id) = (i.institution_id, i.session_id) and y.is_current
    join batches b on b.institution_id = a.institution_id and b.session_id = y.id and b.closed_at is null
      and b.class_id = a.class_id
    cross join lateral (select count(*) as taken from students s
      where s.institution_id = b.institution_id and s.batch_id = b.id) t
    where a.institution_id = ${institutionId} and a.id = ${applicationId} and b.capacity > t.taken
    order by (b.id = a.returning_batch_id) desc nulls last, b.capacity - t.taken desc, b.name, b.id fetch first row only`;
  return { batchId: batch ? Number(batch.id) : null, isReturning: batch?.isReturning ?? false };
}
