import { can, type Actor } from '#kernel/actor.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { ImportKind } from './kinds/kind-words.ts';

/** What an import does to records; each action needs the same permission as doing it by hand. */
export const importActs = ['create', 'edit', 'seat', 'status'] as const;
export type Act = (typeof importActs)[number];

export const actPermissions: Record<ImportKind, Partial<Record<Act, Permission>>> = {
  students: {
    create: 'students.create',
    edit: 'students.edit',
    seat: 'students.assignBatch',
    status: 'students.changeStatus',
  },
  employees: { create: 'employees.create', edit: 'employees.edit', status: 'employees.changeStatus' },
  guardians: { create: 'guardians.edit', edit: 'guardians.edit' },
};

/** The import actions that the user is permitted in the institution. */
export const actsOf = (actor: Actor, institutionId: number, kind: ImportKind): Act[] =>
  actsWith(kind, (permission) => can(actor, permission, institutionId));

export const actsWith = (kind: ImportKind, holds: (permission: Permission) => boolean): Act[] =>
  importActs.filter((act) => {
    const permission = actPermissions[kind][act];
    return permission !== undefined && holds(permission);
  });
