import type { z } from 'zod';
import { and, eq } from 'drizzle-orm';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { counterName, formatNumber, take } from '#kernel/counters.ts';
import { today } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { readPhones } from '#kernel/phone.ts';
import { checkbox, emptyIsNull, id, optionalLine } from '#kernel/schemas.ts';
import { groupsSeen } from '#kernel/field-groups.ts';
import { customInput } from '#features/custom-fields/read-custom-value.ts';
import { saveValues } from '#features/custom-fields/save-values.ts';
import { institutions } from '#features/institutions/institutions.schema.ts';
import { checkWords } from '#features/lookups/check-words.ts';
import { checkPlace } from '#features/geography/check-place.ts';
import { dropDraft } from '#features/people/drafts.ts';
import { bindPhoto } from '#features/people/set-photo.ts';
import { refuseTwin } from './alike-students.ts';
import { StudentFields, studentLists } from './student-fields.ts';
import { studentGroups } from './students.policy.ts';
import { students } from './students.schema.ts';

export const CreateStudent = StudentFields.extend({
  institutionId: id,
  admissionNumber: optionalLine(40, 'The admission number'),
  /** A photo that was sent before the form. */
  photo: emptyIsNull(id),
  custom: customInput,
  /** Somebody of the same name and birth date is somebody else. */
  confirm_alike: checkbox,
});

/** A new active student; without an admission number the institution's next one is given. */
export async function createStudent(tx: Tx, actor: Actor, { custom, ...input }: z.infer<typeof CreateStudent>) {
  allow(actor, 'students.create', input.institutionId);
  const { timeZone, countryId } = membershipIn(actor, input.institutionId)!;
  const fields = {
    ...input,
    ...readPhones(input, countryId, 'phone', 'mobile', 'nextOfKinPhone'),
    ...(await checkWords(tx, input.institutionId, studentLists, input)),
  };
  await checkPlace(tx, input);
  await refuseTwin(tx, actor, input, input.confirm_alike);
  const photo = await bindPhoto(tx, actor, input.institutionId, input.photo);
  const day = today(timeZone);
  const admissionDate = input.admissionDate ?? day;
  const admissionNumber = input.admissionNumber ?? (await nextAdmissionNumber(tx, input.institutionId, admissionDate));
  const [row] = await refuseDuplicate(
    tx
      .insert(students)
      .values({ ...fields, ...photo, admissionDate, admissionNumber })
      .returning({ id: students.id }),
    admissionNumberTaken(admissionNumber),
  );
  await saveValues(
    tx,
    actor,
    {
      ...{ institutionId: input.institutionId, entity: 'student', personId: row!.id, isNew: true },
      groups: groupsSeen(actor, input.institutionId, studentGroups),
    },
    custom,
  );
  await dropDraft(tx, actor, input.institutionId, 'student:new');
  await record(tx, actor, 'students.create', {
    institutionId: input.institutionId,
    summary: `admitted ${input.firstName} ${input.surname} as ${admissionNumber}`,
    subject: { type: 'student', id: row!.id },
  });
  return { id: row!.id, admissionNumber };
}

/** The next number of the institution's pattern that nobody has: some were given by hand before. */
export async function nextAdmissionNumber(tx: Tx, institutionId: number, admissionDate: string): Promise<string> {
  const [institution] = await tx
    .select({ pattern: institutions.admissionNumberPattern })
    .from(institutions)
    .where(eq(institutions.id, institutionId));
  const pattern = institution!.pattern;
  const parts = { year: Number(admissionDate.slice(0, 4)) };
  for (;;) {
    const sequence = await take(tx, institutionId, counterName('admission', pattern, parts));
    const number = formatNumber(pattern, parts, sequence);
    if (!(await isTaken(tx, institutionId, number))) return number;
  }
}

const isTaken = async (tx: Tx, institutionId: number, number: string) =>
  (await tx.$count(students, and(eq(students.institutionId, institutionId), eq(students.admissionNumber, number)))) > 0;

export const admissionNumberTaken = (number: string): Record<string, [string, string]> => ({
  students_institution_id_admission_number_key: [
    'admissionNumber',
    `Another student already has admission number ${number}.`,
  ],
});
