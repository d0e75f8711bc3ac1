import { sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { lockSeats } from '#features/people/students/moves/take-seats.ts';
import { lockApplications, type LockedApplication } from '../lock-applications.ts';

interface Found {
  institutionId: number;
  intakeId: number;
  studentId: number | null;
  batchId: number | null;
}

/**
 * Locks what an admission needs, in the common order: the intake stays as it is, then class arms, returning students and
 * the applications.
 */
export async function lockForAdmission(
  tx: Tx,
  actor: Actor,
  applicationIds: readonly number[],
  batchIds: readonly (number | null)[],
): Promise<LockedApplication[]> {
  const found = await query<Found>(
    tx,
    sql`
    select institution_id as "institutionId", intake_id as "intakeId", returning_student_id as "studentId",
      case when returning_student_id is not null then returning_batch_id end as "batchId"
    from applications where institution_id = any (${sql.param(institutionsWhere(actor, 'admissions.view'))}::int[])
      and id = any (${sql.param([...applicationIds])}::bigint[])`,
  );
  if (found.length === 0) throw new NotFound('application');
  const { institutionId } = found[0]!;
  const all = (of: (row: Found) => number | null) => found.flatMap((row) => of(row) ?? []).map(Number);
  await tx.execute(sql`select 1 from intakes where institution_id = ${institutionId}
    and id = any (${sql.param(all((row) => row.intakeId))}::bigint[]) order by id for share`);
  const wanted = batchIds.filter((id) => id !== null);
  await lockSeats(tx, institutionId, [...wanted, ...all((row) => row.batchId)]);
  const returning = all((row) => row.studentId);
  if (returning.length > 0)
    await tx.execute(sql`select 1 from students where institution_id = ${institutionId}
      and id = any (${sql.param(returning)}::bigint[]) order by id for no key update`);
  return lockApplications(tx, actor, applicationIds);
}
