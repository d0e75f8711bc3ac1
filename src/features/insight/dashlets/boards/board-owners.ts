import { and, eq, sql } from 'drizzle-orm';
import { allow, can, institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed, NotFound } from '#kernel/errors.ts';
import { roles } from '#kernel/identity.schema.ts';

/** Whose arrangement it is: the actor's own, or that of a role. */
export interface BoardOwner {
  institutionId: number;
  roleId: number | null;
}

/** The institution in view, or the first, in which the actor arranges dashlets. */
export function institutionOf(actor: Actor, wanted: number | undefined): number {
  const [institutionId] = institutionsInView(actor, wanted, 'dashlets.create', 'dashlets.arrange');
  if (institutionId === undefined) throw new NotAllowed();
  return institutionId;
}

export interface RoleOfBoard {
  institutionId: number;
  id: number;
  name: string;
}

/** A role whose arrangement the actor may change. */
export async function findRole(db: Db, actor: Actor, roleId: number): Promise<RoleOfBoard> {
  const [role] = await db
    .select({ institutionId: roles.institutionId, id: roles.id, name: roles.name })
    .from(roles)
    .where(eq(roles.id, roleId));
  if (!role || !membershipIn(actor, role.institutionId)) throw new NotFound('role');
  allow(actor, 'dashlets.arrange', role.institutionId);
  return role;
}

/** Roles with their arrangement, to choose from. */
export const arrangeableRoles = (db: Db, actor: Actor, institutionId: number): Promise<RoleOfBoard[]> =>
  db
    .select({ institutionId: roles.institutionId, id: roles.id, name: roles.name })
    .from(roles)
    .where(
      and(
        eq(roles.institutionId, institutionId),
        can(actor, 'dashlets.arrange', institutionId) ? sql`true` : sql`false`,
        sql`${roles.permissions} @> array['dashlets.create']`,
      ),
    )
    .orderBy(roles.name);

export const placesToArrange = (actor: Actor) =>
  institutionsWhere(actor, 'dashlets.create', 'dashlets.arrange').map((id) => ({
    id,
    name: membershipIn(actor, id)!.name,
  }));

/** Permission to change an arrangement, in its institution. */
export function allowBoard(actor: Actor, { institutionId, roleId }: BoardOwner): void {
  allow(actor, roleId === null ? 'dashlets.create' : 'dashlets.arrange', institutionId);
}
