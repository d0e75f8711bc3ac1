import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import type { Tx } from '#kernel/database.ts';
import { choice, emptyIsNull, id } from '#kernel/schemas.ts';
import { sizes } from '../dashlets.ts';
import { dashletBoards, dashlets } from '../dashlets.schema.ts';
import { allowBoard, type BoardOwner } from './board-owners.ts';
import { boardWords, dropRemoved, lockDashlet, openBoard, type LockedDashlet } from './open-board.ts';

export const ChooseBoard = z.object({ institution_id: id, role_id: emptyIsNull(id) });
export const OrderDashlets = ChooseBoard.extend({ ids: z.array(id).max(100) });
export const ResizeDashlet = z.object({ size: choice(sizes) });

export const ownerIn = ({ institution_id, role_id }: z.output<typeof ChooseBoard>): BoardOwner => ({
  institutionId: institution_id,
  roleId: role_id,
});

/** Makes the arrangement that can be changed of the one that is seen. */
export async function startBoard(
  tx: Tx,
  actor: Actor,
  ready: readonly ReadyDashlet[],
  owner: BoardOwner,
): Promise<void> {
  const board = await openBoard(tx, actor, ready, owner);
  await say(tx, actor, 'dashlets.arrange', board, `opened ${boardWords(board)} to arrange them`);
}

/** Sorts the dashlets; those added meanwhile come last. */
export async function orderDashlets(
  tx: Tx,
  actor: Actor,
  ready: readonly ReadyDashlet[],
  { ids, ...owner }: z.output<typeof OrderDashlets>,
): Promise<void> {
  const board = await openBoard(tx, actor, ready, ownerIn(owner));
  await tx.execute(sql`update dashlets d set position = n.position from (
      select x.id, row_number() over (order by array_position(${sql.param(ids)}::bigint[], x.id) nulls last, x.position, x.id) as position
      from dashlets x where x.institution_id = ${board.institutionId} and x.board_id = ${board.id}) n
    where d.institution_id = ${board.institutionId} and d.id = n.id`);
  await say(tx, actor, 'dashlets.order', board, `changed the order of ${boardWords(board)}`);
}

/** Returns to what is seen without an own arrangement. */
export async function resetBoard(tx: Tx, actor: Actor, owner: BoardOwner): Promise<void> {
  allowBoard(actor, owner);
  const { institutionId, roleId } = owner;
  const [gone] = await tx
    .delete(dashletBoards)
    .where(
      and(
        eq(dashletBoards.institutionId, institutionId),
        roleId === null
          ? and(isNull(dashletBoards.roleId), eq(dashletBoards.accountId, actor.accountId ?? 0))
          : eq(dashletBoards.roleId, roleId),
      ),
    )
    .returning({ id: dashletBoards.id });
  if (gone) await say(tx, actor, 'dashlets.reset', owner, `reset ${boardWords(owner)}`);
}

export async function resizeDashlet(
  tx: Tx,
  actor: Actor,
  dashletId: number,
  { size }: z.output<typeof ResizeDashlet>,
): Promise<LockedDashlet> {
  const dashlet = await lockDashlet(tx, actor, dashletId);
  await change(tx, dashlet, { size });
  await say(tx, actor, 'dashlets.resize', dashlet.board, `changed the size of one of ${boardWords(dashlet.board)}`);
  return dashlet;
}

/** Removes a dashlet; until the arrangement changes again, it can be put back. */
export async function removeDashlet(tx: Tx, actor: Actor, dashletId: number): Promise<LockedDashlet> {
  const dashlet = await lockDashlet(tx, actor, dashletId);
  if (dashlet.isRemoved) return dashlet;
  await dropRemoved(tx, dashlet.board);
  await change(tx, dashlet, { removedAt: new Date() });
  await say(tx, actor, 'dashlets.remove', dashlet.board, `removed one of ${boardWords(dashlet.board)}`);
  return dashlet;
}

export async function restoreDashlet(tx: Tx, actor: Actor, dashletId: number): Promise<LockedDashlet> {
  const dashlet = await lockDashlet(tx, actor, dashletId);
  if (!dashlet.isRemoved) return dashlet;
  await change(tx, dashlet, { removedAt: null });
  await say(tx, actor, 'dashlets.restore', dashlet.board, `put back one of ${boardWords(dashlet.board)}`);
  return dashlet;
}

const change = (tx: Tx, { id: dashletId, board }: LockedDashlet, set: Partial<typeof dashlets.$inferInsert>) =>
  tx
    .update(dashlets)
    .set(set)
    .where(and(eq(dashlets.institutionId, board.institutionId), eq(dashlets.id, dashletId)));

const say = (tx: Tx, actor: Actor, action: string, { institutionId, roleId }: BoardOwner, summary: string) =>
  record(tx, actor, action, { institutionId, summary, details: { roleId } });
