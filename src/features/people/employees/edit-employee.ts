import { edits } from '#kernel/edit/edit.ts';
import { line } from '#kernel/schemas.ts';
import { editPerson } from '#features/records/custom-fields/edit-person.ts';
import { customInput } from '#features/records/custom-fields/read-custom-value.ts';
import { checkEmployee } from './check-employee.ts';
import { employeeNumberTaken } from './create-employee.ts';
import { EmployeeFields, groupOfField } from './employee-fields.ts';
import { employeeKind } from './employee-kind.ts';
import { groupsSeenOf } from './employees.policy.ts';
import { lockEmployee } from './lock-employee.ts';

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
