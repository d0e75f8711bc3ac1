import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import type { Permission, PermissionLabels } from '#kernel/permissions.ts';
import { importKinds, type ImportKind } from './kinds/kind-labels.ts';
import { imports } from './imports.schema.ts';

/** The other kinds are imported with permissions of their features. */
export const importPermissions = {
  'openings.import': 'Import opening balances',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof importPermissions, true> {}
}

/** The permission to import each kind. */
export const importPermission = {
  students: 'students.import',
  employees: 'employees.import',
  guardians: 'guardians.import',
  openings: 'openings.import',
  results: 'results.publish',
} satisfies Record<ImportKind, Permission>;
export const mayImport = importKinds.map((kind) => importPermission[kind]);

/** Imports are shared: users who can import a kind of people in an institution see all its imports. */
export const visibleTo = (actor: Actor, wanted?: number, only?: ImportKind): SQL =>
  or(
    ...importKinds
      .filter((kind) => only === undefined || kind === only)
      .map((kind) =>
        and(
          eq(imports.kind, kind),
          inArray(imports.institutionId, institutionsInView(actor, wanted, importPermission[kind])),
        ),
      ),
  ) ?? sql`false`;
