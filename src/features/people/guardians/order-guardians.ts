import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { id } from '#kernel/schemas.ts';
import { studentGuardians } from '#features/records/people/people.schema.ts';
import { lockStudent } from '#features/people/students/lock-student.ts';
import { isLink } from './link-guardian.ts';

/** The guardians' ids in calling order. */
export const OrderGuardians = z.object({ ids: z.array(id).max(100) });

/**
 * Sets the order in which the school calls a student's guardians. Guardians removed meanwhile are skipped; guardians
 * added meanwhile come last.
 */
export async function orderGuardians(tx: Tx, actor: Actor, studentId: number, ids: number[]): Promise<void> {
  const student = await lockStudent(tx, actor, studentId);
  const { institutionId } = student;
  allow(actor, 'guardians.edit', institutionId);
  const rows = await tx
    .select({ guardianId: studentGuardians.guardianId, position: studentGuardians.position })
    .from(studentGuardians)
    .where(and(eq(studentGuardians.institutionId, institutionId), eq(studentGuardians.studentId, studentId)))
    .orderBy(asc(studentGuardians.position), asc(studentGuardians.guardianId));
  const place = new Map(ids.map((one, at) => [one, at]));
  const placeOf = (row: (typeof rows)[number]) => place.get(row.guardianId) ?? ids.length;
  const order = rows.toSorted((one, other) => placeOf(one) - placeOf(other));
  if (order.every((row, at) => row === rows[at])) return;
  for (const [at, row] of order.entries())
    await tx
      .update(studentGuardians)
      .set({ position: at + 1 })
      .where(isLink(institutionId, { id: studentId, guardianId: row.guardianId }));
  await record(tx, actor, 'guardians.order', {
    institutionId,
    summary: `changed the calling order of the guardians of ${student.firstName} ${student.surname}`,
    subject: { type: 'student', id: studentId },
    details: { from: rows.map((row) => row.guardianId), to: order.map((row) => row.guardianId) },
  });
}
