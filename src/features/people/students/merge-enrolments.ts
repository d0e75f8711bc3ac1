import { query, render } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import { winnerOf, type MergeField, type MergedRecords, type Side } from '#kernel/personal-data/merge-fields.ts';
import { fieldOf } from '#features/records/people/merge-fields.ts';
import type { Merge, RunningMerge } from '#kernel/personal-data/merge-rule.ts';
import { isEnrolled, studentStatusWords, type StudentStatus } from './student-status.ts';

interface OpenEnrolment {
  id: number;
  batchId: number;
  batch: string;
}

/** The chosen status also decides the batch. */
export const statusField: MergeField = { ...fieldOf('status', 'Status', ['status']), words: statusInWords };

/**
 * The student's batch after a merge: that of the record whose status is chosen, or else that of the other record; none
 * for a former student. Other open enrolments are closed.
 */
async function planSeat({ tx, institutionId, keptId, otherId, kept, other, take }: MergedRecords) {
  const rows = await query<OpenEnrolment & { studentId: number }>(
    tx,
    render(sql`
    select e.id, e.student_id as "studentId", e.batch_id as "batchId", b.name as batch
    from enrolments e join batches b on (b.institution_id, b.id) = (e.institution_id, e.batch_id)
    where e.institution_id = ${institutionId} and e.student_id in (${keptId}, ${otherId}) and e.to_date is null`),
  );
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

/** Moves all enrolments to the kept record. At most one stays open. */
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
async function statusInWords(merge: MergedRecords): Promise<Record<Side, string>> {
  const { open } = await planSeat(merge);
  const words = (side: Side) =>
    [studentStatusWords[merge[side].status as StudentStatus], open[side]?.batch].filter(Boolean).join(', ');
  return { kept: words('kept'), other: words('other') };
}

/** The preview's lines about status and batch. */
export async function seatConflicts(merge: Merge): Promise<string[]> {
  const { open, closed, stays, status } = await planSeat(merge);
  const [kept, other] = [merge.kept, merge.other].map((row) =>
    studentStatusWords[row.status as StudentStatus].toLowerCase(),
  );
  const lines: string[] = [];
  if (kept !== other) lines.push(`One record is ${kept}, the other ${other}. Choose one under Status.`);
  if (open.kept && open.other && isEnrolled(status))
    lines.push(
      `Both have a seat in the current session: ${open.kept.batch} and ${open.other.batch}. With the selected status, ${stays!.batch} stays and the seat in ${closed[0]!.batch} becomes free.`,
    );
  return lines;
}
