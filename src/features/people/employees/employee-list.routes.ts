import { sql } from 'drizzle-orm';
import { exportRoutes } from '#features/records/custom-fields/serve-exports.ts';
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
import { employeeExportColumns } from './export-columns.ts';

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
