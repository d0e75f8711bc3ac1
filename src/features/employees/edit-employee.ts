import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changesBetween, countChanged, detailsOf } from '#kernel/changes.ts';
import type { Tx } from '#kernel/database.ts';
import { differing, edits } from '#kernel/edit.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import { mergePerson } from '#features/custom-fields/merge-person.ts';
import { customInput } from '#features/custom-fields/read-custom-value.ts';
import { saveValues } from '#features/custom-fields/save-values.ts';
import { dropDraft } from '#features/people/drafts.ts';
import { employees } from '#features/people/people.schema.ts';
import { checkEmployee } from './check-employee.ts';
import { employeeNumberTaken } from './create-employee.ts';
import { EmployeeFields, groupOfField } from './employee-fields.ts';
import { groupsSeenOf } from './employees.policy.ts';
import { lockEmployee } from './lock-employee.ts';

export const EditEmployee = edits(
  EmployeeFields.extend({ employeeNumber: line(40, 'The employee number'), custom: customInput }),
);

/** Changes the record; fields of groups that the actor does not see stay as they were. */
export async function editEmployee(tx: Tx, actor: Actor, employeeId: number, sent: z.infer<typeof EditEmployee>) {
  const before = await lockEmployee(tx, actor, employeeId);
  const { institutionId } = before;
  allow(actor, 'employees.edit', institutionId);
  await dropDraft(tx, actor, institutionId, `employee:${employeeId}`);
  const groups = groupsSeenOf(actor, before);
  const person = { institutionId, entity: 'employee', personId: employeeId, groups } as const;
  const { custom, employeeNumber, ...input } = await mergePerson(tx, actor, person, {
    ...{ fields: EditEmployee, sent, before, groupOf: groupOfField, together: [['birthDate', 'employedOn']] },
  });
  const fields = { ...(await checkEmployee(tx, actor, { institutionId, input, groups, before })), employeeNumber };
  const changes = changesBetween(before, fields);
  const own = await saveValues(tx, actor, person, custom);
  const count = countChanged(changes, own);
  if (count === 0) return;
  await refuseDuplicate(
    tx
      .update(employees)
      .set({ ...differing(fields, changes), updatedAt: sql`now()` })
      .where(and(eq(employees.institutionId, institutionId), eq(employees.id, employeeId))),
    employeeNumberTaken(employeeNumber),
  );
  await record(tx, actor, 'employees.edit', {
    institutionId,
    summary: `changed ${count === 1 ? 'one field' : `${count} fields`} of ${input.firstName} ${input.surname}`,
    subject: { type: 'employee', id: employeeId },
    details: detailsOf(changes, groupOfField, own),
  });
}
