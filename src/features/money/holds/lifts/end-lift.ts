import { and, eq, isNull, sql } from 'drizzle-orm';
import { institutionsWhere, type Actor, allow } from '#kernel/actor.ts';
import { record, sentence } from '#kernel/audit.ts';
import { render, type Tx, query } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { lockStudent } from '#features/people/students/lock-student.ts';
import { textName } from '#ui/format.ts';
import { holdLifts } from '../holds.schema.ts';

/** Ends a lift before its day. */
export async function endLift(tx: Tx, actor: Actor, liftId: number): Promise<{ name: string; studentId: number }> {
  const rows = await query<{ studentId: number }>(tx, render)`select student_id as "studentId" from hold_lifts
    where institution_id = any (${sql.param(institutionsWhere(actor, 'fees.view'))}::int[]) and id = ${liftId}`;
  if (!rows[0]) throw new NotFound('lift');
  const studentId = Number(rows[0].studentId);
  const student = await lockStudent(tx, actor, studentId);
  const { institutionId } = student;
  allow(actor, 'fees.holds', institutionId);
  const ended = await tx
    .update(holdLifts)
    .set({ endedAt: sql`now()`, endedBy: actor.accountId })
    .where(and(eq(holdLifts.institutionId, institutionId), eq(holdLifts.id, liftId), isNull(holdLifts.endedAt)))
    .returning({ id: holdLifts.id });
  const name = textName(student);
  if (ended.length === 0) throw new ValidationError('form', 'This lift has already ended. Reload the page.');
  await record(tx, actor, 'fees.endHoldLift', {
    institutionId,
    summary: sentence`ended the lifted hold of ${{ of: 'student', id: studentId, name }}`,
    subject: { type: 'student', id: studentId },
    details: { lift: liftId },
  });
  return { name, studentId };
}
