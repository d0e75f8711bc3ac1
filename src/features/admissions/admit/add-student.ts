import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { CreateStudent, createStudent } from '#features/students/form/create-student.ts';
import { students } from '#features/students/students.schema.ts';
import type { LockedApplication } from '../lock-applications.ts';
import { addGuardians } from './add-guardians.ts';
import type { AdmitInput } from './admit.ts';

/** A new record with everything that was answered. */
export async function addStudent(tx: Tx, actor: Actor, application: LockedApplication, input: AdmitInput) {
  const { institutionId, answers } = application;
  const guardians = answers.guardians ?? [];
  const student = await createStudent(
    tx,
    actor,
    CreateStudent.parse({
      ...answers.person,
      ...nameOf(application),
      // Without guardians the applicant gave an own contact.
      ...(guardians.length === 0 && { mobile: application.phone, email: application.email }),
      ...{ institutionId, custom: answers.custom, batchId: input.batch_id },
      ...{ admissionNumber: input.admission_number, confirm_alike: input.confirm_alike, photo: null },
    }),
  );
  const { photoId, photoSmallId } = application;
  if (photoId !== null)
    await tx
      .update(students)
      .set({ photoId, photoSmallId })
      .where(and(eq(students.institutionId, institutionId), eq(students.id, student.id)));
  await addGuardians(tx, actor, student.id, institutionId, guardians);
  return { studentId: student.id, admissionNumber: student.admissionNumber };
}

const nameOf = ({ surname, firstName, middleName, gender, birthDate }: LockedApplication) => ({
  ...{ surname, firstName, middleName, gender, birthDate },
});
