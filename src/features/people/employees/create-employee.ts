import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { counterName, formatNumber, take } from '#kernel/counters.ts';
import type { Tx } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { groupsSeen } from '#kernel/contracts/field-groups.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { checkbox, emptyIsNull, id, optionalLine } from '#kernel/schemas.ts';
import { customInput } from '#features/records/custom-fields/read-custom-value.ts';
import { saveValues } from '#features/records/custom-fields/save-values.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { dropDraft } from '#features/records/people/drafts.ts';
import { bindPhoto } from '#features/records/people/photos/set-photo.ts';
import { refuseDuplicateEmployee } from './employee-duplicates.ts';
import { checkEmployee } from './check-employee.ts';
import { EmployeeFields } from './employee-fields.ts';
import { employeeGroups } from './employees.policy.ts';

export const CreateEmployee = EmployeeFields.extend({
  institutionId: id,
  employeeNumber: optionalLine(40, 'The employee number'),
  custom: customInput,
  /** A photo that was sent before the form. */
  photo: emptyIsNull(id),
  /** The user has confirmed that this is not the existing person with the same name. */
  confirm_alike: checkbox,
});

/** Adds an employee. Without a number, the institution's next one is assigned. */
export async function createEmployee(tx: Tx, actor: Actor, input: z.infer<typeof CreateEmployee>) {
  const { institutionId } = input;
  allow(actor, 'employees.create', institutionId);
  const groups = groupsSeen(actor, institutionId, employeeGroups);
  const fields = await checkEmployee(tx, actor, { institutionId, input, groups });
  await refuseDuplicateEmployee(tx, actor, input, input.confirm_alike);
  const photo = await bindPhoto(tx, actor, institutionId, input.photo);
  const employedOn = input.employedOn ?? today(membershipIn(actor, institutionId)!.timeZone);
  const employeeNumber = input.employeeNumber ?? (await nextEmployeeNumber(tx, institutionId, employedOn));
  const [row] = await refuseDuplicate(
    tx
      .insert(employees)
      .values({
        ...fields,
        ...photo,
        surname: input.surname,
        firstName: input.firstName,
        institutionId,
        employedOn,
        employeeNumber,
      })
      .returning({ id: employees.id }),
    employeeNumberTaken(employeeNumber),
  );
  const person = { institutionId, entity: 'employee', personId: row!.id, groups, isNew: true } as const;
  await saveValues(tx, actor, person, input.custom);
  await dropDraft(tx, actor, institutionId, 'employee:new');
  await record(tx, actor, 'employees.create', {
    institutionId,
    summary: `added ${input.firstName} ${input.surname} as ${employeeNumber}`,
    subject: { type: 'employee', id: row!.id },
  });
  return { id: row!.id, employeeNumber };
}

/** The next free number of the institution's pattern. Some may have been assigned by hand. */
export async function nextEmployeeNumber(tx: Tx, institutionId: number, employedOn: string): Promise<string> {
  const [institution] = await tx
    .select({ pattern: institutions.employeeNumberPattern })
    .from(institutions)
    .where(eq(institutions.id, institutionId));
  const { pattern } = institution!;
  const parts = { year: Number(employedOn.slice(0, 4)) };
  for (;;) {
    const number = formatNumber(pattern, parts, await take(tx, institutionId, counterName('employee', pattern, parts)));
    if (!(await isTaken(tx, institutionId, number))) return number;
  }
}

const isTaken = async (tx: Tx, institutionId: number, number: string) =>
  (await tx.$count(employees, and(eq(employees.institutionId, institutionId), eq(employees.employeeNumber, number)))) >
  0;

export const employeeNumberTaken = (number: string): Record<string, [string, string]> => ({
  employees_institution_id_employee_number_key: [
    'employeeNumber',
    `Another employee already has number ${number}. Leave it empty for the next free one.`,
  ],
});
