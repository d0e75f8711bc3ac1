import { sql } from 'drizzle-orm';
import type { MergeField } from '#kernel/personal-data/merge-fields.ts';
import {
  columnField,
  contactFields,
  fieldOf,
  healthFields,
  homeFields,
  nameFields,
  nextOfKinField,
  photoField,
  religionField,
} from '#features/records/people/merge-fields.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { employees, findableEmployees } from '#features/records/people/people.schema.ts';
import { employeeGroups, groupVisibleTo, maySeeEmployees, visibleTo } from './employees.policy.ts';
import { lockEmployee } from './lock-employee.ts';

const mergeFields: readonly MergeField[] = [
  columnField('title', 'Title'),
  ...nameFields,
  columnField('gender', 'Gender'),
  ...contactFields,
  fieldOf('employment', 'Employed', ['employed_on', 'left_on', 'leaving_reason']),
  columnField('category', 'Category'),
  columnField('department', 'Department'),
  columnField('position', 'Position'),
  columnField('job_title', 'Job title'),
  columnField('qualification', 'Qualification'),
  columnField('educational_qualification', 'Educational qualification'),
  columnField('graduation_year', 'Year of graduation'),
  photoField,
  columnField('birth_date', 'Date of birth', 'private'),
  columnField('marital_status', 'Marital status', 'private'),
  ...homeFields('private'),
  nextOfKinField('private'),
  ...healthFields,
  religionField,
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
