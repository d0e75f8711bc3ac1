import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Permission } from '#kernel/permissions.ts';
import { mayExportPeople } from '#features/records/custom-fields/export-people.ts';
import { exportRoutes } from '#features/records/custom-fields/serve-exports.ts';
import { servePeople } from '#features/records/people/list/serve-people.ts';
import type { App } from '#web/routes.ts';
import { employeeChoices, employeeList, type EmployeeFilter } from './employees.list.ts';
import { employeeListPage, noOwnRecord } from './employees.pages.ts';
import { employeeExport } from './export-employees.ts';

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
