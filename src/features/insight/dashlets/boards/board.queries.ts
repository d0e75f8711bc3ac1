import { can, institutionsInView, type Actor } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { modelOffers } from '../custom/offer.ts';
import type { BoardProps, DashletItem } from '../dashlets.ts';
import type { DashletFormProps } from '../dashlets.pages.ts';
import { arrangeableRoles, findRole, institutionOf, placesToArrange } from './board-owners.ts';
import { boardOf, boardOfRole } from './find-board.ts';

export interface AskedBoard {
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
