import { and, eq } from 'drizzle-orm';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { listName } from '#ui/format.ts';
import type { Hold } from '../held/held-students.ts';

export interface LiftForm {
  student: { id: number; institutionId: number; name: string; admissionNumber: string };
  currency: string;
  /** Null once nothing is withheld any more. */
  hold: Hold | null;
  today: string;
  /** The last day that may be chosen. */
  latest: string;
}

/** The student on the form; refuses people who lift no holds in the institution. */
export async function studentToLift(db: Db, actor: Actor, studentId: number) {
  const [row] = await db
    .select({
      id: students.id,
      institutionId: students.institutionId,
      admissionNumber: students.admissionNumber,
      surname: students.surname,
      firstName: students.firstName,
      middleName: students.middleName,
    })
    .from(students)
    .where(and(visibleTo(actor, students), eq(students.id, studentId)));
  if (!row) throw new NotFound('student');
  const { id, institutionId, admissionNumber } = row;
  allow(actor, 'fees.holds', institutionId);
  return {
    student: { id, institutionId, admissionNumber, name: listName(row) },
    currency: membershipIn(actor, institutionId)!.currency,
  };
}
