import type { Tx } from '#kernel/database.ts';
import type { Permission } from '#kernel/permissions.ts';
import { roles } from './accounts.schema.ts';

/** The roles of a new institution, which may edit them. What they hold is declared by the features. */
export const roleNames = {
  owner: 'Owner',
  ict_administrator: 'ICT administrator',
  principal: 'Principal',
  registrar: 'Registrar',
  admission_officer: 'Admission officer',
  bursar: 'Bursar',
  cashier: 'Cashier',
  hr_officer: 'HR officer',
  teacher: 'Teacher',
  employee: 'Employee',
  student: 'Student',
  guardian: 'Guardian',
  applicant: 'Applicant',
};

export type RoleKey = keyof typeof roleNames;

/** The permissions that each role of a new institution starts with. */
export type StartingRoles = Readonly<Record<RoleKey, readonly Permission[]>>;

/** Gives a new institution its roles. Returns their ids by key. */
export async function seedRoles(
  tx: Tx,
  institutionId: number,
  startingRoles: StartingRoles,
): Promise<Record<RoleKey, number>> {
  const rows = await tx
    .insert(roles)
    .values(
      Object.entries(startingRoles).map(([key, permissions]) => ({
        ...{ institutionId, key, name: roleNames[key as RoleKey] },
        permissions: [...permissions],
        isSeeded: true,
      })),
    )
    .returning({ id: roles.id, key: roles.key });
  return Object.fromEntries(rows.map((row) => [row.key, row.id])) as Record<RoleKey, number>;
}
