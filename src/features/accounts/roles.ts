import type { Tx } from '#kernel/database.ts';
import { roleNames, type RoleKey, type StartingRoles } from '#kernel/role-names.ts';
import { roles } from './accounts.schema.ts';

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
