import { and, eq, sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { roleNames, type RoleKey } from '#kernel/contracts/role-names.ts';
import { query, type Db } from '#kernel/database.ts';
import { roles } from '#kernel/identity.schema.ts';
import { SAVED_GRAPH, type DashletItem } from '../dashlets.ts';
import type { dashlets } from '../dashlets.schema.ts';
import type { RoleOfBoard } from './board-owners.ts';
import { startingItems } from './starting-items.ts';
import { usualDashlets } from './usual.ts';

type Row = { boardId: number; ofRole: boolean } & {
  [Key in keyof Omit<typeof dashlets.$inferSelect, 'createdAt' | 'removedAt'>]:
    | (typeof dashlets.$inferSelect)[Key]
    | null;
};

export interface Board {
  items: DashletItem[];
  /** Whether it was arranged by the actor, or for the role. */
  isArranged: boolean;
}

/**
 * The actor's own arrangement at an institution, else that of their role, else what is usual for it; of several roles,
 * the one with the most permissions.
 */
export async function boardOf(
  db: Db,
  actor: Actor,
  ready: readonly ReadyDashlet[],
  institutionId: number,
): Promise<Board> {
  const [rows, role] = await Promise.all([arrangedFor(db, actor, institutionId), mainRole(db, actor, institutionId)]);
  const { permissions } = membershipIn(actor, institutionId)!;
  return { items: itemsIn(rows) ?? startingItems(ready, { permissions, role }), isArranged: rows[0]?.ofRole === false };
}

const arrangedFor = (db: Db, actor: Actor, institutionId: number) =>
  query<Row>(
    db,
    sql`with board as (
      select b.institution_id, b.id, b.role_id is not null as of_role from dashlet_boards b
      left join roles r on (r.institution_id, r.id) = (b.institution_id, b.role_id)
      where b.institution_id = ${institutionId} and (b.account_id = ${actor.accountId} or b.role_id in (
        select m.role_id from memberships m
        where m.institution_id = ${institutionId} and m.account_id = ${actor.accountId} and m.suspended_at is null))
      order by of_role, cardinality(r.permissions) desc nulls last, b.id limit 1)
    ${items}`,
  );

/** The actor's usual role; roles that an institution made itself have no usual arrangement. */
async function mainRole(db: Db, actor: Actor, institutionId: number): Promise<RoleKey | null> {
  const found = await query<{ key: string }>(
    db,
    sql`select r.key from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
      where m.institution_id = ${institutionId} and m.account_id = ${actor.accountId} and m.suspended_at is null
        and r.key = any (${sql.param(Object.keys(usualDashlets))}::text[])
      order by cardinality(r.permissions) desc, r.id limit 1`,
  );
  return roleKey(found[0]?.key) ?? (membershipIn(actor, institutionId)!.isOwner ? 'owner' : null);
}

const roleKey = (key: string | null | undefined): RoleKey | null =>
  key && Object.hasOwn(roleNames, key) ? (key as RoleKey) : null;

/** The arrangement of a role, else what is usual for it. */
export async function boardOfRole(
  db: Db,
  ready: readonly ReadyDashlet[],
  { institutionId, id: roleId }: Pick<RoleOfBoard, 'institutionId' | 'id'>,
): Promise<Board> {
  const [rows, [role]] = await Promise.all([
    query<Row>(
      db,
      sql`with board as (select institution_id, id, true as of_role from dashlet_boards
        where institution_id = ${institutionId} and role_id = ${roleId})
      ${items}`,
    ),
    db
      .select({ key: roles.key, permissions: roles.permissions })
      .from(roles)
      .where(and(eq(roles.institutionId, institutionId), eq(roles.id, roleId))),
  ]);
  const arranged = itemsIn(rows);
  const viewer = { permissions: new Set<string>(role?.permissions), role: roleKey(role?.key) };
  return { items: arranged ?? startingItems(ready, viewer), isArranged: arranged !== null };
}

const items = sql`select b.id as "boardId", b.of_role as "ofRole", d.institution_id as "institutionId", d.id, d.kind, d.name, d.size,
    d.position, d.model_name as "modelName", d.model_record as "modelRecord", d.model_associate_type as "modelAssociateType",
    d.data_filter as "dataFilter", d.shown_as as "shownAs", d.split_by as "splitBy",
    d.graph_id as "graphId", d.answers
  from board b left join dashlets d on d.institution_id = b.institution_id and d.board_id = b.id and d.removed_at is null
  order by d.position, d.id`;

const itemsIn = (rows: Row[]): DashletItem[] | null =>
  rows.length > 0 ? rows.filter(({ id }) => id !== null).map(itemOf) : null;

const itemOf = (row: Row): DashletItem => ({
  id: Number(row.id),
  kind: row.kind!,
  name: row.name,
  size: row.size!,
  custom: row.modelName === null ? null : customOf(row),
  ...(row.kind === SAVED_GRAPH && {
    graph: { id: row.graphId === null ? null : Number(row.graphId), answers: row.answers },
  }),
});

const customOf = (row: Row): DashletItem['custom'] => ({
  model_name: row.modelName!,
  model_record: row.modelRecord === null ? null : Number(row.modelRecord),
  model_associate_type: row.modelAssociateType!,
  data_filter: row.dataFilter!,
  shown_as: row.shownAs!,
  split_by: row.splitBy,
});
