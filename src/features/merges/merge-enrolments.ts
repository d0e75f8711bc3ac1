import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { isEnrolled, type StudentStatus } from '#features/students/student-status.ts';
import type { Journal } from './journal.ts';
import { studentUnits, winnerOf, type Side } from './merge-units.ts';
import type { Pair } from './read-pair.ts';

interface Open extends Record<string, unknown> {
  id: number;
  batchId: number;
  batch: string;
}

const statusUnit = studentUnits.find(({ key }) => key === 'status')!;

/**
 * Where the one student sits afterwards: where the side sits whose state wins, else where the other does; nowhere, if the
 * state is one of having left. What is open elsewhere is closed.
 */
export async function planSeat(tx: Tx, { institutionId, keptId, otherId, kept, other }: Pair, chosen?: Side) {
  const { rows } = await tx.execute<Open & { studentId: number }>(sql`
    select e.id, e.student_id as "studentId", e.batch_id as "batchId", b.name as batch
    from enrolments e join batches b on (b.institution_id, b.id) = (e.institution_id, e.batch_id)
    where e.institution_id = ${institutionId} and e.student_id in (${keptId}, ${otherId}) and e.to_date is null`);
  const open: Record<Side, Open | undefined> = {
    kept: rows.find((row) => Number(row.studentId) === keptId),
    other: rows.find((row) => Number(row.studentId) === otherId),
  };
  const side = winnerOf(statusUnit, kept, other, chosen);
  const status = (side === 'kept' ? kept : other).status as StudentStatus;
  const stays = isEnrolled(status) ? (open[side] ?? open[side === 'kept' ? 'other' : 'kept']) : undefined;
  const closed = [open.kept, open.other].filter((one): one is Open => one !== undefined && one !== stays);
  return { open, status, stays, closed };
}
export type Seat = Awaited<ReturnType<typeof planSeat>>;

/** All enrolments become the kept record's; at most one stays open. */
export async function mergeEnrolments(journal: Journal, pair: Pair, { status, closed }: Seat): Promise<void> {
  const { institutionId, keptId, otherId, today } = pair;
  const outcome = isEnrolled(status) || status === 'applicant' ? 'moved' : status;
  for (const { id } of closed)
    await journal.run(
      'enrolments',
      sql`update enrolments set to_date = greatest(from_date, ${today}::date), outcome = ${outcome}
        where institution_id = ${institutionId} and id = ${id}`,
    );
  await journal.run(
    'enrolments',
    sql`update enrolments set student_id = ${keptId} where institution_id = ${institutionId} and student_id = ${otherId}`,
  );
}
