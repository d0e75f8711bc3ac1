import { inArray, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { students } from '#features/people/students/students.schema.ts';
import { lockPayment } from './receive-payment.ts';
import { idsOf, sharesOf } from './settle-pending.ts';

/**
 * A payment and its shares, locked after their students and those in `more`. Refused if a share went to another student
 * while this waited: a payment held without its students can end in a deadlock.
 */
export async function lockWithStudents(tx: Tx, institutionId: number, id: number, more: number[] = []) {
  const studentIds = [...new Set([...idsOf(await sharesOf(tx, { institutionId, id })), ...more])];
  if (studentIds.length > 0)
    await tx
      .select({ id: students.id })
      .from(students)
      .where(sql`${students.institutionId} = ${institutionId} and ${inArray(students.id, studentIds)}`)
      .orderBy(students.id)
      .for('no key update');
  const payment = (await lockPayment(tx, institutionId, id))!;
  const shares = await sharesOf(tx, payment);
  if (idsOf(shares).some((studentId) => !studentIds.includes(studentId)))
    throw new Conflict('Part of this payment has just been moved. Reload the page.');
  return { payment, shares };
}
