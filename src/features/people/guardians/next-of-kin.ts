import { and, eq, ne, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { studentGuardians } from '#features/records/people/people.schema.ts';
import { students } from '#features/people/students/students.schema.ts';

type Student = Pick<
  typeof students.$inferSelect,
  'institutionId' | 'id' | 'nextOfKinName' | 'nextOfKinPhone' | 'nextOfKinRelation'
>;

/**
 * Removes the current next of kin, linked or entered on the record, before a guardian becomes next of kin. Returns the
 * removed values for the audit entry.
 */
export async function clearNextOfKin(tx: Tx, student: Student, guardianId: number) {
  const here = eq(studentGuardians.institutionId, student.institutionId);
  const others = await tx
    .update(studentGuardians)
    .set({ isNextOfKin: false })
    .where(
      and(
        here,
        eq(studentGuardians.studentId, student.id),
        ne(studentGuardians.guardianId, guardianId),
        eq(studentGuardians.isNextOfKin, true),
      ),
    )
    .returning({ guardianId: studentGuardians.guardianId });
  const { nextOfKinName, nextOfKinPhone, nextOfKinRelation } = student;
  const cleared = { nextOfKinName, nextOfKinPhone, nextOfKinRelation };
  const hadOwn = Object.values(cleared).some((value) => value !== null);
  if (hadOwn)
    await tx
      .update(students)
      .set({ nextOfKinName: null, nextOfKinPhone: null, nextOfKinRelation: null, updatedAt: sql`now()` })
      .where(and(eq(students.institutionId, student.institutionId), eq(students.id, student.id)));
  return {
    words: hadOwn ? ', replacing the next of kin on the record' : '',
    details: {
      ...(hadOwn && { cleared }),
      ...(others[0] && { nextOfKinBefore: others[0].guardianId }),
    },
  };
}
