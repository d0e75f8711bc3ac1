import { sql } from 'drizzle-orm';
import { winnerOf, type MergeField, type Side } from '#kernel/personal-data/merge-fields.ts';
import { fieldOf } from '#features/people/merge-fields.ts';
import type { Merge, RunningMerge } from '#kernel/personal-data/merge-rule.ts';
import { isEnrolled, studentStatusWords, type StudentStatus } from './student-status.ts';

interface OpenEnrolment extends Record<string, unknown> {
  id: number;
  batchId: number;
  batch: string;
}

/** The status decides about the batch as well. */
export const statusField: MergeField = { ...fieldOf('status', 'Status', ['status']), words: statusInWords };

/**
 * Where the student sits after a merge: in the batch of the record whose status wins, else in that of the other one;
 * nowhere if the status is one of having left. Other open enrolments are closed.
 */
async function planSeat({ tx, institutionId, keptId, otherId, kept, other, take }: Merge) {
  const { rows } = await tx.execute<OpenEnrolment & { studentId: number }>(sql`
    select e.id, e.student_id as "studentId", e.batch_id as "batchId", b.name as batch
    from enrolments e join batches b on (b.institution_id, b.id) = (e.institution_id, e.batch_id)
    where e.institution_id = ${institutionId} and e.student_id in (${keptId}, ${otherId}) and e.to_date is null`);
  const open: Record<Side, OpenEnrolment | undefined> = {
    kept: rows.find((row) => Number(row.studentId) === keptId),
    other: rows.find((row) => Number(row.studentId) === otherId),
  };
  const side = winnerOf(statusField, kept, other, take.status);
  const status = (side === 'kept' ? kept : other).status as StudentStatus;
  const stays = isEnrolled(status) ? (open[side] ?? open[side === 'kept' ? 'other' : 'kept']) : undefined;
  const closed = [open.kept, open.other].filter((row): row is OpenEnrolment => row !== undefined && row !== stays);
  return { open, status, stays, closed };
}

/** All enrolments become those of the kept record; at most one stays open. */
export async function mergeEnrolments(merge: RunningMerge): Promise<void> {
  const { institutionId, keptId, otherId, today, journal, changes } = merge;
  const { status, stays, closed } = await planSeat(merge);
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
  changes.kept['batch_id'] = stays?.batchId ?? null;
  changes.other['batch_id'] = null;
}

/** 'Active, JSS 1 A', for the preview. */
async function statusInWords(merge: Merge): Promise<Record<Side, string>> {
  const { open } = await planSeat(merge);
  const words = (side: Side) =>
    [studentStatusWords[merge[side].status as StudentStatus], open[side]?.batch].filter(Boolean).join(', ');
  return { kept: words('kept'), other: words('other') };
}

/** What the preview says about the status and the batch. */
export async function seatConflicts(merge: Merge): Promise<string[]> {
  const { open, closed, stays, status } = await planSeat(merge);
  const [kept, other] = [merge.kept, merge.other].map((row) =>
    studentStatusWords[row.status as StudentStatus].toLowerCase(),
  );
  const lines: string[] = [];
  if (kept !== other) lines.push(`One record is ${kept}, the other ${other}. The choice beside Status decides.`);
  if (open.kept && open.other && isEnrolled(status))
    lines.push(
      `Both have a place in the current session: ${open.kept.batch} and ${open.other.batch}. With the selected status, ${stays!.batch} stays and the place in ${closed[0]!.batch} becomes free.`,
    );
  return lines;
}
