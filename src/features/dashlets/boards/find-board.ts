import { and, eq, sql } from 'drizzle-orm';
import { allow, can, institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { rowsOf, type Db } from '#kernel/database.ts';
import { NotAllowed, NotFound } from '#kernel/errors.ts';
import { roles } from '#kernel/identity.schema.ts';
import type { DashletItem } from '../dashlets.ts';
import type { dashlets } from '../dashlets.schema.ts';

/** Whose arrangement it is: the actor's own, or that of a role. */
export interface BoardOwner {
  institutionId: number;
  roleId: number | null;
}

type Row = { boardId: number; ofRole: boolean } & {
  [Key in keyof Omit<typeof dashlets.$inferSelect, 'createdAt' | 'removedAt'>]:
    (typeof dashlets.$inferSelect)[Key] | null;
};

export interface Board {
  /** Null if nobody has arranged any: the actor sees what a page starts with. */
  items: DashletItem[] | null;
  isOwn: boolean;
}

/**
 * The actor's own arrangement at an institution, else that of their role; of several roles, the one with the most
 * permissions.
 */
export async function boardOf(db: Db, actor: Actor, institutionId: number): Promise<Board> {
  const rows = await rowsOf<Row>(
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
  return readBoard(rows);
}

/** The arrangement of a role; nothing if it has none. */
export const boardOfRole = async (db: Db, { institutionId, roleId }: { institutionId: number; roleId: number }) =>
  readBoard(
    await rowsOf<Row>(
      db,
      sql`with board as (select institution_id, id, true as of_role from dashlet_boards
        where institution_id = ${institutionId} and role_id = ${roleId})
      ${items}`,
    ),
  );

const items = sql`select b.id as "boardId", b.of_role as "ofRole", d.institution_id as "institutionId", d.id, d.kind, d.name, d.size,
    d.position, d.model_name as "modelName", d.model_record as "modelRecord", d.model_associate_type as "modelAssociateType",
    d.data_filter as "dataFilter", d.shown_as as "shownAs", d.split_by as "splitBy"
  from board b left join dashlets d on d.institution_id = b.institution_id and d.board_id = b.id and d.removed_at is null
  order by d.position, d.id`;

function readBoard(rows: Row[]): Board {
  const [first] = rows;
  if (!first) return { items: null, isOwn: false };
  return { items: rows.filter(({ id }) => id !== null).map(itemOf), isOwn: !first.ofRole };
}

const itemOf = (row: Row): DashletItem => ({
  ...{ id: Number(row.id), kind: row.kind!, name: row.name, size: row.size! },
  custom: row.modelName === null ? null : customOf(row),
});

const customOf = (row: Row): DashletItem['custom'] => ({
  ...{ model_name: row.modelName!, model_record: row.modelRecord === null ? null : Number(row.modelRecord) },
  ...{ model_associate_type: row.modelAssociateType!, data_filter: row.dataFilter! },
  ...{ shown_as: row.shownAs!, split_by: row.splitBy },
});

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
