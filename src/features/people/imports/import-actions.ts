import { can, type Actor } from '#kernel/actor.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { ImportKind } from './kinds/kind-labels.ts';

/** What an import does to records; each action needs the same permission as doing it by hand. */
export const importActions = ['create', 'edit', 'seat', 'status'] as const;
export type ImportAction = (typeof importActions)[number];

const actionPermissions: Record<ImportKind, Partial<Record<ImportAction, Permission>>> = {
  students: {
    create: 'students.create',
    edit: 'students.edit',
    seat: 'students.assignBatch',
    status: 'students.changeStatus',
  },
  employees: { create: 'employees.create', edit: 'employees.edit', status: 'employees.changeStatus' },
  guardians: { create: 'guardians.edit', edit: 'guardians.edit' },
  openings: { create: 'openings.import', edit: 'openings.import' },
  results: { create: 'results.publish', edit: 'results.publish' },
};

/** The import actions that the user is permitted in the institution. */
export const permittedActions = (actor: Actor, institutionId: number, kind: ImportKind): ImportAction[] =>
  permittedActionsWith(kind, (permission) => can(actor, permission, institutionId));

export const permittedActionsWith = (kind: ImportKind, holds: (permission: Permission) => boolean): ImportAction[] =>
  importActions.filter((act) => {
    const permission = actionPermissions[kind][act];
    return permission !== undefined && holds(permission);
  });
