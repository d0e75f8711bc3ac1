import { and, eq } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { roleNames, type RoleKey, type StartingRoles } from '#kernel/contracts/role-names.ts';
import { roles } from '#kernel/identity.schema.ts';

/** Gives a new institution its roles. */
export const seedRoles = (tx: Tx, institutionId: number, startingRoles: StartingRoles) =>
  tx.insert(roles).values(
    Object.entries(startingRoles).map(([key, permissions]) => ({
      institutionId,
      key,
      name: roleNames[key as RoleKey],
      permissions: [...permissions],
      isSeeded: true,
    })),
  );

/** The ids of the roles that an institution started with, by key. */
export async function roleIdsOf(tx: Tx, institutionId: number): Promise<Record<RoleKey, number>> {
  const rows = await tx
    .select({ id: roles.id, key: roles.key })
    .from(roles)
    .where(and(eq(roles.institutionId, institutionId), eq(roles.isSeeded, true)));
  return Object.fromEntries(rows.map(({ id, key }) => [key, id])) as Record<RoleKey, number>;
}
