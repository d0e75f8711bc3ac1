import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import {
  fieldGroups,
  groupsSeen,
  type FieldGroup,
  type GroupPermissions,
  type RestrictedGroup,
} from '#kernel/contracts/field-groups.ts';
import type { PermissionLabels } from '#kernel/permissions.ts';
import type { employees, findableEmployees } from '#features/records/people/people.schema.ts';

export const employeePermissions = {
  'employees.view': 'View all employees: names, jobs and work contacts',
  'employees.viewSelf': 'View their own employee record',
  'employees.viewPrivate': 'View employees’ private data: birth, marriage, home, next of kin, documents',
  'employees.viewHealth': 'View employees’ health data',
  'employees.viewReligion': 'View employees’ religion',
  'employees.create': 'Add employees',
  'employees.edit': 'Edit employee records',
  'employees.changeStatus': 'Record employee exits and rehires',
  'employees.import': 'Import employees from files',
  'employees.export': 'Export lists of employees',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof employeePermissions, true> {}
}

/** The permissions that show employees. `visibleTo` says which ones each shows. */
export const maySeeEmployees = ['employees.view', 'employees.viewSelf'] as const;

export const employeeGroups: GroupPermissions = {
  health: 'employees.viewHealth',
  religion: 'employees.viewReligion',
  private: 'employees.viewPrivate',
};

type EmployeeTable = typeof employees | typeof findableEmployees;

/** The rows that the actor can see. Every query on employees starts here. */
export const visibleTo = (actor: Actor, table: EmployeeTable, wanted?: number): SQL =>
  or(...visibleByInstitution(actor, table, wanted)) ?? sql`false`;

/** The same as one condition for each institution, so that each is read in order from its own index. */
export const visibleByInstitution = (actor: Actor, table: EmployeeTable, wanted?: number): SQL[] =>
  institutionsInView(actor, wanted, ...maySeeEmployees).flatMap((id) => {
    const { employeeIds, permissions } = membershipIn(actor, id)!;
    const here = and(eq(table.institutionId, id), sql`${table.mergedIntoId} is null`)!;
    if (permissions.has('employees.view')) return [here];
    return permissions.has('employees.viewSelf') && employeeIds.length
      ? [and(here, inArray(table.id, employeeIds))!]
      : [];
  });

/** The employees whose fields of a restricted group the actor can see. Always used together with `visibleTo`. */
export function groupVisibleTo(actor: Actor, table: EmployeeTable, group: RestrictedGroup): SQL {
  const ways = actor.institutions.flatMap(({ id, permissions, employeeIds }) => {
    const here = eq(table.institutionId, id);
    if (permissions.has(employeeGroups[group])) return [here];
    return employeeIds.length ? [and(here, inArray(table.id, employeeIds))!] : [];
  });
  return or(...ways) ?? sql`false`;
}

/** Whether the record is the actor's own. */
export const isOwn = (actor: Actor, { institutionId, id }: { institutionId: number; id: number }): boolean =>
  membershipIn(actor, institutionId)?.employeeIds.includes(id) ?? false;

/** The groups of an employee's fields that the actor can see: all of them on their own record. */
export const groupsSeenOf = (actor: Actor, employee: { institutionId: number; id: number }): FieldGroup[] =>
  isOwn(actor, employee) ? [...fieldGroups] : groupsSeen(actor, employee.institutionId, employeeGroups);
