import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, render, type Db, query } from '#kernel/database.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { id, list } from '#kernel/schemas.ts';
import { lockInstitution } from '#features/school/institutions/set-logo.ts';
import type { Product } from '#web/feature.ts';
import { editRole, lockRoleToChange } from '../roles/change-roles.ts';
import type { StartingRoles } from '#kernel/contracts/role-names.ts';

/** The ticked roles, each with the permissions that the owner saw: '12:fees.view,payments.take'. */
export const ConfirmPermissions = z.object({ institution_id: id, roles: list(z.string().max(4000)) });

/** Gives the ticked roles the permissions that they start with in a new institution. Other roles stay as they are. */
export async function confirmPermissions(
  tx: Tx,
  actor: Actor,
  product: Product,
  { institution_id: institutionId, roles: ticked }: z.infer<typeof ConfirmPermissions>,
): Promise<{ count: number }> {
  const { name: institution, toConfirm } = await lockInstitution(tx, actor, institutionId);
  if (!membershipIn(actor, institutionId)!.isOwner) throw new NotAllowed();
  const offered = toConfirm.length > 0 ? await rolesToConfirm(tx, actor, product, [institutionId]) : [];
  const given = offered.filter((role) => ticked.includes(seenOf(role)));
  if (given.length < ticked.length || toConfirm.length === 0) throw new ValidationError('form', changedMeanwhile);
  for (const { id: roleId, missing } of given) {
    const { name, permissions } = await lockRoleToChange(tx, actor, roleId);
    const all = [...new Set([...permissions, ...missing])];
    await editRole(tx, actor, roleId, { name, permissions: all, opened: { name, permissions } });
  }
  await tx.update(institutions).set({ toConfirm: [] }).where(eq(institutions.id, institutionId));
  await record(tx, actor, 'roles.confirmNew', {
    institutionId,
    summary: 'confirmed which roles have the new permissions',
    subject: { type: 'institution', id: institutionId },
    details: { institution, of: toConfirm, roles: given.map(({ name }) => name) },
  });
  return { count: given.length };
}

export const seenOf = ({ id: roleId, missing }: { id: number; missing: string[] }) => `${roleId}:${missing.join()}`;

const changedMeanwhile = 'A role has changed since. Reload the page and review it again.';

interface DefaultRole {
  id: number;
  institutionId: number;
  key: keyof StartingRoles;
  name: string;
  permissions: string[];
  people: number;
  /** The first of them. */
  names: string[];
}

/** The institutions whose owner is the actor and has not confirmed yet who can use what an upgrade brought. */
export const institutionsToConfirm = (actor: Actor, wanted?: number) =>
  actor.institutions.filter(
    ({ id, isOwner, toConfirm }) => isOwner && toConfirm.length > 0 && (!wanted || wanted === id),
  );

/** Default roles that lack permissions that came with an upgrade and that new institutions start with. */
export async function rolesToConfirm(db: Db, actor: Actor, product: Product, institutionIds: number[]) {
  const rows = await query<DefaultRole>(db, render)`
    select r.id, r.institution_id as "institutionId", r.key, r.name, r.permissions,
      (select count(distinct m.account_id)::int from memberships m
        where m.institution_id = r.institution_id and m.role_id = r.id) as people,
      array(select distinct a.name from memberships m join accounts a on a.id = m.account_id
        where m.institution_id = r.institution_id and m.role_id = r.id order by a.name limit ${namesShown + 1}) as names
    from roles r where r.institution_id = any (${sql.param(institutionIds)}::int[]) and r.is_seeded and r.key <> 'owner'
    order by r.institution_id, r.id`;
  return rows
    .map(({ permissions, key, ...role }) => ({
      ...role,
      key,
      names: role.names.slice(0, namesShown),
      missing: newPermissions(actor, product, role.institutionId, key).filter((name) => !permissions.includes(name)),
    }))
    .filter(({ missing }) => missing.length > 0);
}

const namesShown = 12;

function newPermissions(actor: Actor, product: Product, institutionId: number, key: keyof StartingRoles): string[] {
  const nouns = membershipIn(actor, institutionId)!.toConfirm.flatMap(
    (name) => product.confirmations[name]?.nouns ?? [],
  );
  return (product.startingRoles[key] ?? []).filter((permission) => nouns.includes(permission.split('.')[0]!));
}
