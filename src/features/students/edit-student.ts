import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changesBetween, countChanged, detailsOf } from '#kernel/changes.ts';
import type { Tx } from '#kernel/database.ts';
import { differing, edits } from '#kernel/edit.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { groupsSeen } from '#kernel/field-groups.ts';
import { line } from '#kernel/schemas.ts';
import { mergePerson } from '#features/custom-fields/merge-person.ts';
import { customInput } from '#features/custom-fields/read-custom-value.ts';
import { saveValues } from '#features/custom-fields/save-values.ts';
import { dropDraft } from '#features/people/drafts.ts';
import { checkStudent } from './check-student.ts';
import { admissionNumberTaken } from './create-student.ts';
import { lockStudent } from './lock-student.ts';
import { groupOfField, StudentFields } from './student-fields.ts';
import { studentGroups } from './students.policy.ts';
import { students } from './students.schema.ts';

export const EditStudent = edits(
  StudentFields.extend({ admissionNumber: line(40, 'The admission number'), custom: customInput }),
);

/** Changes the record; fields of groups that the actor does not see stay as they were. */
export async function editStudent(tx: Tx, actor: Actor, studentId: number, sent: z.infer<typeof EditStudent>) {
  const before = await lockStudent(tx, actor, studentId);
  const { institutionId } = before;
  allow(actor, 'students.edit', institutionId);
  const groups = groupsSeen(actor, institutionId, studentGroups);
  const person = { institutionId, entity: 'student', personId: studentId, groups } as const;
  const { custom, admissionNumber, ...input } = await mergePerson(tx, actor, person, {
    ...{ fields: EditStudent, sent, before, groupOf: groupOfField, together: [['birthDate', 'admissionDate']] },
  });
  const fields = { ...(await checkStudent(tx, actor, { institutionId, input, groups, before })), admissionNumber };
  const own = await saveValues(tx, actor, person, custom);
  await dropDraft(tx, actor, institutionId, `student:${studentId}`);
  const changes = changesBetween(before, fields);
  const count = countChanged(changes, own);
  if (count === 0) return;
  await refuseDuplicate(
    tx
      .update(students)
      .set({ ...differing(fields, changes), updatedAt: sql`now()` })
      .where(and(eq(students.institutionId, institutionId), eq(students.id, studentId))),
    admissionNumberTaken(admissionNumber),
  );
  await record(tx, actor, 'students.edit', {
    institutionId,
    summary: `changed ${count === 1 ? 'one field' : `${count} fields`} of ${input.firstName} ${input.surname}`,
    subject: { type: 'student', id: studentId },
    details: detailsOf(changes, groupOfField, own),
  });
}
