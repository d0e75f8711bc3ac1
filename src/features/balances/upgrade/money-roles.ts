import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import type { StartingRoles } from '#kernel/contracts/role-names.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { NotAllowed, Refused } from '#kernel/errors.ts';
import { roles } from '#kernel/identity.schema.ts';
import { list } from '#kernel/schemas.ts';
import { editRole } from '#features/accounts/roles/edit-role.ts';
import { lockRoleToChange } from '#features/accounts/roles/lock-role.ts';
import { lockInstitution } from '#features/institutions/lock-institution.ts';
import { isAsked, stopAsking } from './end-confirmation.ts';

/** Permissions of money, by their noun. */
const isMoney = (permission: string) => /^(fees|payments|ledger|openings)\./.test(permission);

export interface MoneyRole extends Record<string, unknown> {
  id: number;
  institutionId: number;
  institution: string;
  key: keyof StartingRoles;
  name: string;
  permissions: string[];
  people: number;
  /** The first of them. */
  names: string[];
}

/** Default roles that lack permissions of money which new institutions start with, in institutions that the actor owns. */
export async function rolesWithoutMoney(db: Db, actor: Actor, startingRoles: StartingRoles, wanted?: number) {
  const ids = institutionsInView(actor, wanted, 'roles.edit').filter((id) => membershipIn(actor, id)!.isOwner);
  const { rows } = await db.execute<MoneyRole>(sql`
    select r.id, r.institution_id as "institutionId", r.key, r.name, r.permissions,
      (select count(distinct m.account_id)::int from memberships m
        where m.institution_id = r.institution_id and m.role_id = r.id) as people,
      array(select distinct a.name from memberships m join accounts a on a.id = m.account_id
        where m.institution_id = r.institution_id and m.role_id = r.id order by a.name limit ${namesShown + 1}) as names
    from roles r where r.institution_id = any (${sql.param(ids)}::int[]) and r.is_seeded and r.key <> 'owner'
    order by r.institution_id, r.id`);
  return rows
    .map((role) => ({ ...role, missing: missingOf(role, startingRoles) }))
    .filter(({ missing }) => missing.length > 0)
    .map(({ permissions: _, ...role }) => ({
      ...role,
      institution: membershipIn(actor, role.institutionId)!.name,
      names: role.names.slice(0, namesShown),
    }));
}

const namesShown = 12;

const missingOf = (
  { key, permissions }: Pick<MoneyRole, 'key' | 'permissions'>,
  startingRoles: StartingRoles,
): string[] =>
  (startingRoles[key] ?? []).filter((permission) => isMoney(permission) && !permissions.includes(permission));

/** What the owner saw; it is refused if it would be something else by now. */
export const GiveMoney = z.object({ permissions: list(z.string().max(60)) });

/** Gives a role the permissions of money that it starts with in a new institution. */
export async function giveMoney(
  tx: Tx,
  actor: Actor,
  startingRoles: StartingRoles,
  roleId: number,
  { permissions: seen }: z.infer<typeof GiveMoney>,
): Promise<{ name: string; institutionId: number }> {
  await lockAskedInstitution(tx, actor, roleId);
  const role = await lockRoleToChange(tx, actor, roleId);
  if (!membershipIn(actor, role.institutionId)!.isOwner) throw new NotAllowed();
  const missing = role.isSeeded ? missingOf({ ...role, key: role.key as keyof StartingRoles }, startingRoles) : [];
  if (missing.length === 0 || missing.toSorted().join() !== seen.toSorted().join())
    throw new Refused('form', 'This role was changed meanwhile. Reload the page and look again.');
  const { name, permissions, institutionId } = role;
  await editRole(tx, actor, roleId, { name, permissions: [...permissions, ...missing], opened: { name, permissions } });
  if (isAsked(actor, institutionId) && (await rolesWithoutMoney(tx, actor, startingRoles, institutionId)).length === 0)
    await stopAsking(tx, institutionId);
  return { name, institutionId };
}

/** Institutions are locked before roles; the last role ends the request to confirm them. */
async function lockAskedInstitution(tx: Tx, actor: Actor, roleId: number): Promise<void> {
  const [role] = await tx.select({ institutionId: roles.institutionId }).from(roles).where(eq(roles.id, roleId));
  if (role && isAsked(actor, role.institutionId)) await lockInstitution(tx, actor, role.institutionId);
}
