import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { billStudents } from '#features/money/billing/runs/bill-chunk.ts';
import type { LockedIntake } from '../lock-applications.ts';

/** The fees of the session that everybody else was billed for, if they are for these students. They have their batch. */
export async function billNewcomers(
  tx: Tx,
  actor: Actor,
  { institutionId, sessionId }: Pick<LockedIntake, 'institutionId' | 'sessionId'>,
  studentIds: number[],
): Promise<void> {
  const fees = await query<{ id: number }>(
    tx,
    sql`
    select f.id from fees f where f.institution_id = ${institutionId} and f.session_id = ${sessionId} and f.ended_at is null
      and exists (select from fee_runs r where r.institution_id = f.institution_id and r.fee_id = f.id and r.state = 'done')
    order by f.id for share of f`,
  );
  const ids = studentIds.toSorted((a, b) => a - b);
  const day = today(membershipIn(actor, institutionId)!.timeZone);
  for (const { id } of fees)
    await billStudents(tx, actor, { institutionId, id: Number(id), sessionId: sessionId! }, ids, day, null);
}
