import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { type Actor, membershipIn } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { NotAllowed, NotFound } from '#kernel/errors.ts';
import type { DashletItem } from '../dashlets.ts';
import { dashletBoards, dashlets } from '../dashlets.schema.ts';
import { allowBoard, findRole, type BoardOwner, boardOf, boardOfRole } from './boards.ts';

interface OpenBoard extends BoardOwner {
  id: number;
}

/**
 * The owner's arrangement, locked until the end of the transaction. The first change makes one of what the owner has
 * seen so far.
 */
export async function openBoard(
  tx: Tx,
  actor: Actor,
  ready: readonly ReadyDashlet[],
  { institutionId, roleId }: BoardOwner,
): Promise<OpenBoard> {
  if (roleId !== null && (await findRole(tx, actor, roleId)).institutionId !== institutionId)
    throw new NotFound('role');
  allowBoard(actor, { institutionId, roleId });
  const found = await lockOwned(tx, actor, { institutionId, roleId });
  if (found) return found;
  const { items } =
    roleId === null
      ? await boardOf(tx, actor, ready, institutionId)
      : await boardOfRole(tx, ready, { institutionId, id: roleId });
  const accountId = roleId === null ? actor.accountId : null;
  const [made] = await tx
    .insert(dashletBoards)
    .values({ institutionId, roleId, accountId })
    .onConflictDoNothing()
    .returning({ id: dashletBoards.id });
  // Another window was faster.
  if (!made) return (await lockOwned(tx, actor, { institutionId, roleId }))!;
  await fill(tx, institutionId, made.id, items);
  return { institutionId, roleId, id: made.id };
}

async function lockOwned(tx: Tx, actor: Actor, { institutionId, roleId }: BoardOwner): Promise<OpenBoard | null> {
  const [found] = await tx
    .select({ id: dashletBoards.id })
    .from(dashletBoards)
    .where(
      and(
        eq(dashletBoards.institutionId, institutionId),
        roleId === null
          ? and(isNull(dashletBoards.roleId), eq(dashletBoards.accountId, actor.accountId ?? 0))
          : eq(dashletBoards.roleId, roleId),
      ),
    )
    .for('no key update');
  return found ? { institutionId, roleId, id: found.id } : null;
}

const fill = (tx: Tx, institutionId: number, boardId: number, items: readonly DashletItem[]) =>
  items.length > 0 &&
  insertMany(
    tx,
    dashlets,
    items.map((item, at) => ({ institutionId, boardId, position: at + 1, ...columnsOf(item) })),
  );

/** A dashlet as its table stores it. */
export const columnsOf = ({ kind, name, size, custom, graph }: Omit<DashletItem, 'id'>) => ({
  kind,
  name,
  size,
  modelName: custom?.model_name ?? null,
  modelRecord: custom?.model_record ?? null,
  modelAssociateType: custom?.model_associate_type ?? null,
  dataFilter: custom?.data_filter ?? null,
  shownAs: custom?.shown_as ?? null,
  splitBy: custom?.split_by ?? null,
  graphId: graph?.id ?? null,
  answers: graph?.answers ?? null,
});

/** A dashlet of the actor's own, or of a role that they may arrange; its arrangement is locked. */
export async function lockDashlet(tx: Tx, actor: Actor, dashletId: number) {
  const isIt = eq(dashlets.id, dashletId);
  const here = inArray(
    dashlets.institutionId,
    actor.institutions.map(({ id }) => id),
  );
  const [owner] = await tx
    .select({
      institutionId: dashlets.institutionId,
      boardId: dashlets.boardId,
      accountId: dashletBoards.accountId,
      roleId: dashletBoards.roleId,
    })
    .from(dashlets)
    .innerJoin(dashletBoards, hasKey(dashletBoards, dashlets.institutionId, dashlets.boardId))
    .where(and(isIt, here));
  if (!owner) throw new NotFound('dashlet');
  const { institutionId, roleId, boardId, accountId } = owner;
  const may = membershipIn(actor, institutionId)!.permissions;
  // Nobody sees what others have arranged for themselves.
  if (roleId === null && accountId !== actor.accountId) throw new NotFound('dashlet');
  if (!may.has(roleId === null ? 'dashlets.create' : 'dashlets.arrange')) throw new NotAllowed();
  await tx
    .select({ id: dashletBoards.id })
    .from(dashletBoards)
    .where(hasKey(dashletBoards, institutionId, boardId))
    .for('no key update');
  const [row] = await tx
    .select({ id: dashlets.id, kind: dashlets.kind, name: dashlets.name, removedAt: dashlets.removedAt })
    .from(dashlets)
    .where(and(isIt, here));
  if (!row) throw new NotFound('dashlet');
  const { removedAt, ...rest } = row;
  return { ...rest, isRemoved: removedAt !== null, board: { institutionId, roleId, id: boardId } };
}

export type LockedDashlet = Awaited<ReturnType<typeof lockDashlet>>;

/** What was removed can be put back until the arrangement changes again. */
export const dropRemoved = (tx: Tx, { institutionId, id }: OpenBoard) =>
  tx
    .delete(dashlets)
    .where(and(eq(dashlets.institutionId, institutionId), eq(dashlets.boardId, id), isNotNull(dashlets.removedAt)));

/** The place after the last. */
export async function nextPosition(tx: Tx, { institutionId, id }: OpenBoard): Promise<{ count: number; next: number }> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int`, next: sql<number>`coalesce(max(${dashlets.position}), 0)::int + 1` })
    .from(dashlets)
    .where(and(eq(dashlets.institutionId, institutionId), eq(dashlets.boardId, id)));
  return row!;
}

/** 'their own cards', 'the dashlets of a role'. */
export const boardLabel = ({ roleId }: BoardOwner) => (roleId === null ? 'their own cards' : 'a role’s cards');
