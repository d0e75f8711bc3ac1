import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, can, institutionsInView } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { type Tx, type Db, hasKey } from '#kernel/database.ts';
import { choice, emptyIsNull, id } from '#kernel/schemas.ts';
import { sizes, type BoardProps, type DashletItem } from '../dashlets.ts';
import { dashletBoards, dashlets } from '../dashlets.schema.ts';
import {
  allowBoard,
  type BoardOwner,
  arrangeableRoles,
  findRole,
  institutionOf,
  placesToArrange,
  boardOf,
  boardOfRole,
} from './boards.ts';
import { boardLabel, dropRemoved, lockDashlet, openBoard, type LockedDashlet } from './open-board.ts';
import { NotFound } from '#kernel/errors.ts';
import { modelOffers } from '../custom/data-offer.ts';
import type { DashletFormProps } from '../dashlets.pages.ts';

export const ChooseBoard = z.object({ institution_id: id, role_id: emptyIsNull(id) });
export const OrderDashlets = ChooseBoard.extend({ ids: z.array(id).max(100) });
export const ResizeDashlet = z.object({ size: choice(sizes) });

export const ownerIn = ({ institution_id, role_id }: z.output<typeof ChooseBoard>): BoardOwner => ({
  institutionId: institution_id,
  roleId: role_id,
});

/** Makes the arrangement that can be changed of the one that is seen. */
export async function startBoard(tx: Tx, actor: Actor, ready: readonly ReadyDashlet[], owner: BoardOwner) {
  const board = await openBoard(tx, actor, ready, owner);
  await say(tx, actor, 'dashlets.arrange', board, `opened ${boardLabel(board)} to arrange them`);
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
  await say(tx, actor, 'dashlets.order', board, `changed the order of ${boardLabel(board)}`);
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
  if (gone) await say(tx, actor, 'dashlets.reset', owner, `reset ${boardLabel(owner)}`);
}

export async function resizeDashlet(tx: Tx, actor: Actor, dashletId: number, { size }: z.output<typeof ResizeDashlet>) {
  const dashlet = await lockDashlet(tx, actor, dashletId);
  await change(tx, dashlet, { size });
  await say(tx, actor, 'dashlets.resize', dashlet.board, `changed the size of one of ${boardLabel(dashlet.board)}`);
  return dashlet;
}

/** Removes a dashlet; until the arrangement changes again, it can be put back. */
export async function removeDashlet(tx: Tx, actor: Actor, dashletId: number): Promise<LockedDashlet> {
  const dashlet = await lockDashlet(tx, actor, dashletId);
  if (dashlet.isRemoved) return dashlet;
  await dropRemoved(tx, dashlet.board);
  await change(tx, dashlet, { removedAt: new Date() });
  await say(tx, actor, 'dashlets.remove', dashlet.board, `removed one of ${boardLabel(dashlet.board)}`);
  return dashlet;
}

export async function restoreDashlet(tx: Tx, actor: Actor, dashletId: number): Promise<LockedDashlet> {
  const dashlet = await lockDashlet(tx, actor, dashletId);
  if (!dashlet.isRemoved) return dashlet;
  await change(tx, dashlet, { removedAt: null });
  await say(tx, actor, 'dashlets.restore', dashlet.board, `put back one of ${boardLabel(dashlet.board)}`);
  return dashlet;
}

const change = (tx: Tx, { id: dashletId, board }: LockedDashlet, set: Partial<typeof dashlets.$inferInsert>) =>
  tx
    .update(dashlets)
    .set(set)
    .where(hasKey(dashlets, board.institutionId, dashletId));

const say = (tx: Tx, actor: Actor, action: string, { institutionId, roleId }: BoardOwner, summary: string) =>
  record(tx, actor, action, { institutionId, summary, details: { roleId } });

interface AskedBoard {
  institution_id?: number | undefined;
  role?: number | undefined;
}

/** An arrangement, the viewer's own or a role's, with what its page needs besides the figures. */
export async function readBoard(
  db: Db,
  actor: Actor,
  ready: readonly ReadyDashlet[],
  { institution_id: wanted, role: roleId }: AskedBoard,
): Promise<BoardProps & { items: DashletItem[] }> {
  const institutionId = institutionOf(actor, wanted);
  const [role, board, roles] = await Promise.all([
    roleId === undefined ? null : findRole(db, actor, roleId),
    roleId === undefined
      ? boardOf(db, actor, ready, institutionId)
      : boardOfRole(db, ready, { institutionId, id: roleId }),
    arrangeableRoles(db, actor, institutionId),
  ]);
  // Its links carry the institution of the role.
  if (role && role.institutionId !== institutionId) throw new NotFound('role');
  return {
    institutionId,
    institutions: placesToArrange(actor),
    roles,
    role: role && { id: role.id, name: role.name },
    isArranged: board.isArranged,
    items: board.items,
  };
}

/** What the form of a new dashlet offers. For a role, all ready-made ones: its members may see what the actor can't. */
export async function dashletForm(
  db: Db,
  actor: Actor,
  ready: readonly ReadyDashlet[],
  { institution_id: wanted, role: roleId }: AskedBoard,
): Promise<DashletFormProps> {
  const role = roleId === undefined ? null : await findRole(db, actor, roleId);
  const institutionId = role?.institutionId ?? institutionOf(actor, wanted);
  return {
    institutionId,
    role: role && { id: role.id, name: role.name },
    kinds: ready
      .filter(({ may }) => role !== null || institutionsInView(actor, institutionId, ...may).length > 0)
      .map(({ key, label, description, size }) => ({ value: key, label, description, size })),
    models: modelOffers(actor, institutionId),
    hasGraphs: can(actor, 'reports.view', institutionId),
  };
}
