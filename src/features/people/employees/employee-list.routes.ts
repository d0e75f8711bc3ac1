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
import { textColumn as text, type ChoosableColumn } from '#kernel/export/columns.ts';

const isPrivate = { group: 'private' } as const;

/** The columns of an employee export, in order, with the headings that the import accepts. */
const employeeExportColumns = {
  employeeNumber: text('Employee', 'Employee number', 16),
  title: text('Employee', 'Title', 8),
  surname: text('Employee', 'Surname', 18),
  firstName: text('Employee', 'First name', 18),
  middleName: text('Employee', 'Middle name', 18),
  gender: text('Employee', 'Gender', 9),
  birthDate: { ...text('Employee', 'Date of birth', 13, isPrivate), kind: 'day' },
  maritalStatus: text('Employee', 'Marital status', 14, isPrivate),
  category: text('Work', 'Category', 14),
  department: text('Work', 'Department', 18),
  position: text('Work', 'Position', 18),
  jobTitle: text('Work', 'Job title', 20),
  qualification: text('Work', 'Qualification', 16),
  educationalQualification: text('Work', 'Educational qualification', 24),
  graduationYear: { ...text('Work', 'Year of graduation', 18), kind: 'number' },
  employedOn: { ...text('Work', 'Date of employment', 18), kind: 'day' },
  leftOn: { ...text('Work', 'Left on', 12), kind: 'day' },
  leavingReason: text('Work', 'Reason for leaving', 24),
  phone: text('Contact', 'Phone', 17),
  mobile: text('Contact', 'Mobile', 17),
  email: text('Contact', 'E-mail', 26),
  nationality: text('Home', 'Nationality', 14, isPrivate),
  country: text('Home', 'Country', 14, isPrivate),
  state: text('Home', 'State of origin', 16, isPrivate),
  lga: text('Home', 'LGA', 18, isPrivate),
  city: text('Home', 'City', 16, isPrivate),
  community: text('Home', 'Community', 16, isPrivate),
  address: text('Home', 'Address', 34, isPrivate),
  religion: text('Employee', 'Religion', 14, { group: 'religion' }),
  bloodGroup: text('Employee', 'Blood group', 12, { group: 'health' }),
  genotype: text('Employee', 'Genotype', 10, { group: 'health' }),
  nextOfKinName: text('Next of kin', 'Next of kin name', 26, isPrivate),
  nextOfKinPhone: text('Next of kin', 'Next of kin telephone number', 18, isPrivate),
  nextOfKinRelation: text('Next of kin', 'Next of kin relation', 18, isPrivate),
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
