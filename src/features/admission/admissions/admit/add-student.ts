import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { checkbox, emptyIsNull, id, optionalLine } from '#kernel/schemas.ts';
import { classes, programs } from '#features/school/structure/structure.schema.ts';
import { CreateStudent, createStudent, nextAdmissionNumber } from '#features/people/students/form/create-student.ts';
import { students } from '#features/people/students/students.schema.ts';
import type { LockedApplication } from '../lock-applications.ts';
import { ValidationError } from '#kernel/errors.ts';
import { insertGuardian, GuardianFields } from '#features/people/guardians/create-guardian.ts';
import { linkGuardian, LinkGuardian, linkLists } from '#features/people/guardians/link-guardian.ts';
import { checkListValues } from '#features/records/lookups/check-list-values.ts';
import { guardians } from '#features/records/people/people.schema.ts';
import type { GuardianAnswer } from '../intake-needs.ts';

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
      .where(hasKey(students, institutionId, student.id));
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
          .innerJoin(programs, hasKey(programs, classes.institutionId, classes.programId))
          .where(hasKey(classes, institutionId, classId));
  return nextAdmissionNumber(tx, institutionId, today(membershipIn(actor, institutionId)!.timeZone), place);
}

const nameOf = ({ surname, firstName, middleName, gender, birthDate }: LockedApplication) => ({
  surname,
  firstName,
  middleName,
  gender,
  birthDate,
});

/**
 * Links the guardians of an application, the first as payer and next of kin. A guardian of the same name with the same phone
 * or e-mail is the one on record: the family has another child here.
 */
async function addGuardians(
  tx: Tx,
  actor: Actor,
  studentId: number,
  institutionId: number,
  answers: readonly GuardianAnswer[],
): Promise<void> {
  for (const [at, answer] of answers.entries()) {
    const known = await guardianOnRecord(tx, institutionId, answer);
    const guardianId =
      known ??
      (await insertGuardian(tx, actor, { ...GuardianFields.omit({ custom: true }).parse(answer), institutionId }, true))
        .id;
    const isFirst = at === 0;
    await linkGuardian(
      tx,
      actor,
      studentId,
      LinkGuardian.parse({
        guardianId,
        relation: await knownRelation(tx, institutionId, answer.relation ?? null),
        paysFees: isFirst,
        mayCollect: true,
        receivesSms: isFirst,
        isNextOfKin: isFirst,
      }),
    ).catch((error: unknown) => {
      // Entered twice on the form.
      if (!(error instanceof ValidationError && error.errors['guardianId'])) throw error;
    });
  }
}

async function guardianOnRecord(tx: Tx, institutionId: number, answer: GuardianAnswer): Promise<number | null> {
  const phone = answer.mobile ? [answer.mobile] : [];
  const email = answer.email ? [answer.email] : [];
  const [found] = await tx
    .select({ id: guardians.id })
    .from(guardians)
    .where(
      and(
        eq(guardians.institutionId, institutionId),
        isNull(guardians.mergedIntoId),
        isNull(guardians.anonymisedAt),
        sql`akada_searchable(${guardians.surname}) = akada_searchable(${answer.surname})`,
        sql`akada_searchable(${guardians.firstName}) = akada_searchable(${answer.firstName})`,
        or(inArray(guardians.mobile, phone), inArray(guardians.phone, phone), inArray(guardians.email, email)),
      ),
    )
    .orderBy(guardians.id)
    .limit(1);
  return found?.id ?? null;
}

/** A relation that has left the school's list since is left empty. */
async function knownRelation(tx: Tx, institutionId: number, relation: string | null): Promise<string | null> {
  try {
    return (await checkListValues(tx, institutionId, linkLists, { relation })).relation;
  } catch (error) {
    if (error instanceof ValidationError) return null;
    throw error;
  }
}
