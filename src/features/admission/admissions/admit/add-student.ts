import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { checkbox, emptyIsNull, id, optionalLine } from '#kernel/schemas.ts';
import { classes, programs } from '#features/school/structure/structure.schema.ts';
import { CreateStudent, createStudent, nextAdmissionNumber } from '#features/people/students/form/create-student.ts';
import { students } from '#features/people/students/students.schema.ts';
import type { LockedApplication } from '../lock-applications.ts';
import { addGuardians } from './add-guardians.ts';

export const Admit = z.object({
  /** The class arm to begin in, if the intake is for the current session. */
  batch_id: emptyIsNull(id),
  /** Without one, the institution's next number. */
  admission_number: optionalLine(40, 'The admission number'),
  /** The applicant is not the student of the same name and date of birth. */
  confirm_alike: checkbox,
});
export type AdmitInput = z.infer<typeof Admit>;

/** A new record with everything that was answered. */
export async function addStudent(tx: Tx, actor: Actor, application: LockedApplication, input: AdmitInput) {
  const { institutionId, answers } = application;
  const guardians = answers.guardians ?? [];
  // A batch gives its class to the number; without one the class that was applied for does.
  const admissionNumber =
    input.admission_number ?? (input.batch_id === null ? await numberFor(tx, actor, application) : null);
  const student = await createStudent(
    tx,
    actor,
    CreateStudent.parse({
      ...answers.person,
      ...nameOf(application),
      // Without guardians the applicant gave an own contact.
      ...(guardians.length === 0 && { mobile: application.phone, email: application.email }),
      institutionId,
      custom: answers.custom,
      batchId: input.batch_id,
      admissionNumber,
      confirm_alike: input.confirm_alike,
      photo: null,
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

async function numberFor(tx: Tx, actor: Actor, { institutionId, classId }: LockedApplication): Promise<string> {
  const [place] =
    classId === null
      ? []
      : await tx
          .select({ class: classes.name, program: programs.name })
          .from(classes)
          .innerJoin(
            programs,
            and(eq(programs.institutionId, classes.institutionId), eq(programs.id, classes.programId)),
          )
          .where(and(eq(classes.institutionId, institutionId), eq(classes.id, classId)));
  return nextAdmissionNumber(tx, institutionId, today(membershipIn(actor, institutionId)!.timeZone), place);
}

const nameOf = ({ surname, firstName, middleName, gender, birthDate }: LockedApplication) => ({
  surname,
  firstName,
  middleName,
  gender,
  birthDate,
});
