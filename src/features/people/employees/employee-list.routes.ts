import { sql } from 'drizzle-orm';
import { exportRoutes } from '#features/records/custom-fields/serve-custom-files.ts';
import { servePeople } from '#features/records/people/list/serve-people.ts';
import type { App } from '#web/routes.ts';
import { employeeListPage, noOwnRecord } from './employees.pages.ts';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { exportList } from '#features/records/custom-fields/export-people.ts';
import {
  employeeChoices,
  employeeList,
  mayInEmployeeList,
  type EmployeeFilter,
  type EmployeeTable,
} from './employees.list.ts';
import { ageOf } from '#features/records/people/person-cells.ts';
import { exportColumnsOf } from '#kernel/record-fields/derive.ts';
import { employeeFields } from '#features/records/people/employees.fields.ts';
import { textColumn as text, type ChoosableColumn } from '#kernel/export/columns.ts';

const isPrivate = { group: 'private' } as const;

/** The columns of an employee export, in order, with the headings that the import accepts. */
const employeeExportColumns = {
  employeeNumber: text('Employee', 'Employee number', 16),
  ...exportColumnsOf(employeeFields, 'Employee', 'title'),
  surname: text('Employee', 'Surname', 18),
  firstName: text('Employee', 'First name', 18),
  middleName: text('Employee', 'Middle name', 18),
  gender: text('Employee', 'Gender', 9),
  birthDate: { ...text('Employee', 'Date of birth', 13, isPrivate), kind: 'day' },
  ...exportColumnsOf(employeeFields, 'Employee', 'personal'),
  ...exportColumnsOf(employeeFields, 'Work', 'job', 'qualifications'),
  graduationYear: { ...text('Work', 'Year of graduation', 18), kind: 'number' },
  employedOn: { ...text('Work', 'Date of employment', 18), kind: 'day' },
  leftOn: { ...text('Work', 'Left on', 12), kind: 'day' },
  leavingReason: text('Work', 'Reason for leaving', 24),
  ...exportColumnsOf(employeeFields, 'Contact', 'contact'),
  nationality: text('Home', 'Nationality', 14, isPrivate),
  country: text('Home', 'Country', 14, isPrivate),
  state: text('Home', 'State of origin', 16, isPrivate),
  lga: text('Home', 'LGA', 18, isPrivate),
  ...exportColumnsOf(employeeFields, 'Home', 'home'),
  ...exportColumnsOf(employeeFields, 'Employee', 'religion', 'health'),
  ...exportColumnsOf(employeeFields, 'Next of kin', 'nextOfKin'),
  age: { ...text('Employee', 'Age', 6, { ...isPrivate, isExtra: true }), kind: 'number' },
  photo: text('Employee', 'Photo', 36, { isExtra: true }),
} as const satisfies Record<string, ChoosableColumn>;

/** The list of employees. */
export function employeeListRoutes(app: App): void {
  servePeople(app, employeeList, {
    page: employeeListPage,
    ofActor: { can: mayInEmployeeList },
    choices: employeeChoices,
    select: ['accounts.edit'],
    find: { most: 5, show: (row) => ({ hint: [row.employeeNumber, row.jobTitle].filter(Boolean).join(' · ') }) },
    instead: (actor) => (seesNobody(actor) ? noOwnRecord : null),
  });
  exportRoutes(app, employeeExport);
}

const seesNobody = (actor: Actor): boolean =>
  institutionsWhere(actor, 'employees.view').length === 0 &&
  actor.institutions.every(({ employeeIds }) => employeeIds.length === 0);

export const employeeExport = exportList<EmployeeTable, EmployeeFilter>(employeeList, {
  permission: 'employees.export',
  columns: employeeExportColumns,
  cells: (table, { actor }) => ({
    age: ageOf(table.birthDate),
    // The reason for leaving is visible only to users who can record exits.
    leavingReason: sql`case when ${table.institutionId} = any(${sql.param(institutionsWhere(actor, 'employees.changeStatus'))}::int[])
        then ${table.leavingReason} end`,
  }),
});
