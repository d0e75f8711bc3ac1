import { and, eq, sql, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { counterName, formatNumber, take } from '#kernel/counters.ts';
import type { Tx } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { refuseDuplicate, NotFound } from '#kernel/errors.ts';
import { groupsSeen } from '#kernel/contracts/field-groups.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { checkbox, emptyIsNull, id, optionalLine, line } from '#kernel/schemas.ts';
import { customInput, saveValues } from '#features/records/custom-fields/read-custom-value.ts';
import { employeeFields } from '#features/records/people/employees.fields.ts';
import { employees, findableEmployees } from '#features/records/people/people.schema.ts';
import { dropDraft } from '#features/records/people/drafts.ts';
import { bindPhoto } from '#features/records/people/photos/set-photo.ts';
import { refuseDuplicateEmployee } from './employee-duplicates.ts';
import { checkEmployee, EmployeeFields, groupOfField } from './check-employee.ts';
import { employeeGroups, groupVisibleTo, maySeeEmployees, visibleTo, groupsSeenOf } from './employees.policy.ts';
import type { MergeField } from '#kernel/personal-data/merge-fields.ts';
import {
  columnField,
  fieldOf,
  homeFields,
  nameFields,
  nextOfKinField,
  photoField,
  plainFields,
} from '#features/records/people/merge-fields.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editPerson } from '#features/records/custom-fields/edit-person.ts';

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
export async function createEmployee(tx: Tx, actor: Actor, sent: z.infer<typeof CreateEmployee>) {
  const { institutionId, custom, photo: photoId, employeeNumber: wanted, confirm_alike: isConfirmed, ...input } = sent;
  allow(actor, 'employees.create', institutionId);
  const groups = groupsSeen(actor, institutionId, employeeGroups);
  const fields = await checkEmployee(tx, actor, { institutionId, input, groups });
  await refuseDuplicateEmployee(tx, actor, { institutionId, ...input }, isConfirmed);
  const photo = await bindPhoto(tx, actor, institutionId, photoId);
  const employedOn = input.employedOn ?? today(membershipIn(actor, institutionId)!.timeZone);
  const employeeNumber = wanted ?? (await nextEmployeeNumber(tx, institutionId, employedOn));
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
  await saveValues(tx, actor, person, custom);
  await dropDraft(tx, actor, institutionId, 'employee:new');
  await record(tx, actor, 'employees.create', {
    institutionId,
    summary: `added ${input.firstName} ${input.surname} as ${employeeNumber}`,
    subject: { type: 'employee', id: row!.id },
  });
  return { id: row!.id, employeeNumber };
}

/** The next free number of the institution's pattern. Some may have been assigned by hand. */
async function nextEmployeeNumber(tx: Tx, institutionId: number, employedOn: string): Promise<string> {
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

const employeeNumberTaken = (number: string): Record<string, [string, string]> => ({
  employees_institution_id_employee_number_key: [
    'employeeNumber',
    `Another employee already has number ${number}. Leave it empty to use the next free number.`,
  ],
});

const mergeFields: readonly MergeField[] = [
  ...plainFields(employeeFields, 'title'),
  ...nameFields,
  columnField('gender', 'Gender'),
  ...plainFields(employeeFields, 'contact'),
  fieldOf('employment', 'Employed', ['employed_on', 'left_on', 'leaving_reason']),
  ...plainFields(employeeFields, 'job', 'qualifications'),
  columnField('graduation_year', 'Year of graduation'),
  photoField,
  columnField('birth_date', 'Date of birth', 'private'),
  ...plainFields(employeeFields, 'personal'),
  ...homeFields(employeeFields, 'private'),
  nextOfKinField('private'),
  ...plainFields(employeeFields, 'health', 'religion'),
];

/** Employees, for code that handles every kind of person. */
export const employeeKind: PersonKind = {
  people: 'employees',
  entity: 'employee',
  table: employees,
  findable: findableEmployees,
  sees: maySeeEmployees,
  seesSelf: 'employees.viewSelf',
  visibleTo: (actor, from) => visibleTo(actor, from === 'findable' ? findableEmployees : employees),
  privateTo: (actor) => groupVisibleTo(actor, employees, 'private'),
  groups: employeeGroups,
  lock: lockEmployee,
  edit: 'employees.edit',
  mergeRoute: 'employees.edit',
  opensHistory: ['employees.edit'],
  create: 'employees.create',
  number: { column: 'employee_number', words: 'employee number' },
  isCurrent: sql`left_on is null and anonymised_at is null`,
  cannotErase: sql<string | null>`case when ${employees.leftOn} is null
    then 'A current employee cannot be erased. Record the exit of the employee first.' end`,
  mergeFields,
  hint: sql<string | null>`concat_ws(', ', job_title, department, coalesce(phone, mobile))`,
};

export const EditEmployee = edits(
  EmployeeFields.extend({ employeeNumber: line(40, 'The employee number'), custom: customInput }),
);

/** Edits the record of an employee. */
export const editEmployee = editPerson({
  kind: employeeKind,
  fields: EditEmployee,
  lock: lockEmployee,
  groupsOf: groupsSeenOf,
  groupOf: groupOfField,
  together: [['birthDate', 'employedOn']],
  check: checkEmployee,
  number: { field: 'employeeNumber', taken: employeeNumberTaken },
});

/**
 * Locks the employee's row; NotFound if the actor can't see the employee. A successor is locked too, in the order of
 * ids, so that two exits that name each other as successor can't deadlock.
 */
export async function lockEmployee(tx: Tx, actor: Actor, employeeId: number, besideId: number | null = null) {
  if (besideId !== null)
    await tx
      .select({ id: employees.id })
      .from(employees)
      .where(and(visibleTo(actor, employees), inArray(employees.id, [employeeId, besideId])))
      .orderBy(employees.id)
      .for('no key update');
  const [row] = await tx
    .select()
    .from(employees)
    .where(and(visibleTo(actor, employees), eq(employees.id, employeeId)))
    .for('no key update');
  if (!row) throw new NotFound('employee');
  return row;
}
