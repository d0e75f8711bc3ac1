import type { PersonKind } from '#features/people/person-kind.ts';
import { employees } from '#features/people/people.schema.ts';
import { groupVisibleTo, maySeeEmployees, visibleTo } from './employees.policy.ts';
import { lockEmployee } from './lock-employee.ts';

/** Employees, as photos and papers know them. */
export const employeeKind: PersonKind = {
  people: 'employees',
  entity: 'employee',
  table: employees,
  sees: maySeeEmployees,
  visibleTo: (actor) => visibleTo(actor, employees),
  privateTo: (actor) => groupVisibleTo(actor, employees, 'private'),
  lock: lockEmployee,
  edit: 'employees.edit',
  opensHistory: ['employees.edit'],
  create: 'employees.create',
};
