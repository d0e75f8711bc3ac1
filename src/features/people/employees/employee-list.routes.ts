import { sql } from 'drizzle-orm';
import type { Permission } from '#kernel/permissions.ts';
import { exportRoutes } from '#features/records/custom-fields/serve-exports.ts';
import { servePeople } from '#features/records/people/list/serve-people.ts';
import type { App } from '#web/routes.ts';
import { employeeListPage, noOwnRecord } from './employees.pages.ts';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { mayExportPeople, exportList } from '#features/records/custom-fields/export-people.ts';
import { employeeChoices, employeeList, type EmployeeFilter, type EmployeeTable } from './employees.list.ts';
import { ageOf } from '#features/records/people/person-cells.ts';
import { employeeExportColumns } from './export-columns.ts';

/** The list of employees. */
export function employeeListRoutes(app: App): void {
  servePeople(app, employeeList, {
    page: employeeListPage,
    ofActor: { can: mayInList },
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

function mayInList(actor: Actor, { institution_id: wanted }: EmployeeFilter) {
  const holds = (permission: Permission) => institutionsWhere(actor, permission).length > 0;
  return {
    create: holds('employees.create'),
    cards: holds('employees.export'),
    invite: holds('accounts.edit') && holds('employees.view'),
    message: holds('messages.send') && holds('employees.view'),
    import: holds('employees.import'),
    photos: holds('employees.edit'),
    export: mayExportPeople(actor, employeeExport.kind, wanted),
  };
}
export type MayInEmployeeList = ReturnType<typeof mayInList>;

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
