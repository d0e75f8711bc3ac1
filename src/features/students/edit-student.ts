import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changesBetween } from '#kernel/changes.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { readPhones } from '#kernel/phone.ts';
import { groupsSeen } from '#kernel/field-groups.ts';
import { line } from '#kernel/schemas.ts';
import { customInput } from '#features/custom-fields/read-custom-value.ts';
import { saveValues } from '#features/custom-fields/save-values.ts';
import { checkWords } from '#features/lookups/check-words.ts';
import { checkPlace } from '#features/geography/check-place.ts';
import { dropDraft } from '#features/people/drafts.ts';
import { admissionNumberTaken } from './create-student.ts';
import { lockStudent } from './lock-student.ts';
import { StudentFields, studentLists } from './student-fields.ts';
import { studentGroups } from './students.policy.ts';
import { students } from './students.schema.ts';

export const EditStudent = StudentFields.extend({
  admissionNumber: line(40, 'The admission number'),
  custom: customInput,
});

/** Changes the record; the audit entry holds what each changed field was and is. */
export async function editStudent(
  tx: Tx,
  actor: Actor,
  studentId: number,
  { custom, ...input }: z.infer<typeof EditStudent>,
) {
  const before = await lockStudent(tx, actor, studentId);
  allow(actor, 'students.edit', before.institutionId);
  const { countryId } = membershipIn(actor, before.institutionId)!;
  const fields = {
    ...input,
    ...readPhones(input, countryId, 'phone', 'mobile', 'nextOfKinPhone'),
    ...(await checkWords(tx, before.institutionId, studentLists, input, before)),
  };
  await checkPlace(tx, input);
  await dropDraft(tx, actor, before.institutionId, `student:${studentId}`);
  const { institutionId } = before;
  const groups = groupsSeen(actor, institutionId, studentGroups);
  const own = { institutionId, entity: 'student', personId: studentId, groups } as const;
  const changes = { ...changesBetween(before, fields), ...(await saveValues(tx, actor, own, custom)) };
  if (Object.keys(changes).length === 0) return;
  await refuseDuplicate(
    tx
      .update(students)
      .set({ ...fields, updatedAt: sql`now()` })
      .where(and(eq(students.institutionId, before.institutionId), eq(students.id, studentId))),
    admissionNumberTaken(input.admissionNumber),
  );
  await record(tx, actor, 'students.edit', {
    institutionId: before.institutionId,
    summary: `changed ${Object.keys(changes).length === 1 ? 'one field' : `${Object.keys(changes).length} fields`} of ${input.firstName} ${input.surname}`,
    subject: { type: 'student', id: studentId },
    details: { changes },
  });
}
