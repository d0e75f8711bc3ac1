import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { StartingRoles } from '#kernel/contracts/role-names.ts';
import { query, render, type Db } from '#kernel/database.ts';
import type { Product } from '#web/feature.ts';

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
  const rows = await query<DefaultRole>(
    db,
    render(sql`
    select r.id, r.institution_id as "institutionId", r.key, r.name, r.permissions,
      (select count(distinct m.account_id)::int from memberships m
        where m.institution_id = r.institution_id and m.role_id = r.id) as people,
      array(select distinct a.name from memberships m join accounts a on a.id = m.account_id
        where m.institution_id = r.institution_id and m.role_id = r.id order by a.name limit ${namesShown + 1}) as names
    from roles r where r.institution_id = any (${sql.param(institutionIds)}::int[]) and r.is_seeded and r.key <> 'owner'
    order by r.institution_id, r.id`),
  );
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
