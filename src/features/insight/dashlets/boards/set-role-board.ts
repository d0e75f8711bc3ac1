import { sql } from 'drizzle-orm';
import { insertMany } from '#kernel/database/insert-many.ts';
import { type Tx, query } from '#kernel/database.ts';
import { dashlets } from '../dashlets.schema.ts';
import { columnsOf } from './open-board.ts';
import type { CustomDashlet, DashletSize } from '../dashlets.ts';
import { readFilter, shapesOf, splitsOf, associateOf, modelOf } from '../custom/data-offer.ts';

/** A ready-made dashlet by its key, or a custom one by its name. */
export type RoleBoardItem =
  | { kind: string; size: DashletSize; name?: string }
  | { kind: 'custom_dashlet'; size: DashletSize; name: string; custom: CustomDashlet };

/** Sets what members of a role see first, where no user arranges it: in the demonstration. Replaces what was there. */
export async function setRoleBoard(tx: Tx, institutionId: number, roleKey: string, items: readonly RoleBoardItem[]) {
  const [board] = await query<{ id: string }>(tx)`insert into dashlet_boards (institution_id, role_id)
    select institution_id, id from roles where institution_id = ${institutionId} and key = ${roleKey}
    on conflict on constraint dashlet_boards_owner do update set created_at = now() returning id`;
  if (!board) throw new Error(`There is no role ${roleKey} in institution ${institutionId}.`);
  const boardId = Number(board.id);
  await tx.execute(sql`delete from dashlets where institution_id = ${institutionId} and board_id = ${boardId}`);
  const rows = items.map((item, at) => {
    const custom = 'custom' in item ? item.custom : null;
    if (custom ? !isComplete(custom) : item.kind === 'custom_dashlet')
      throw new Error(`${item.name ?? item.kind} counts nothing that the registry knows.`);
    const { kind, size, name = null } = item;
    return { institutionId, boardId, position: at + 1, ...columnsOf({ kind, size, name, custom }) };
  });
  if (rows.length > 0) await insertMany(tx, dashlets, rows);
}

/** Whether the registry knows every name of it, and can show it in that way. */
function isComplete({ model_name, model_associate_type, data_filter, shown_as, split_by }: CustomDashlet): boolean {
  const type = associateOf(model_associate_type);
  if (!type || !modelOf(model_name)?.associates.includes(model_associate_type)) return false;
  const isSplit = shown_as === 'bars' || shown_as === 'donut';
  return (
    readFilter(type, data_filter) !== null &&
    shapesOf(type).some(({ value }) => value === shown_as) &&
    (isSplit ? splitsOf(type).some(({ value }) => value === split_by) : split_by === null)
  );
}
