import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

/** Somebody's own arrangement, with a dashlet that counts all students. */
export async function fillDashlets(tx: Tx, institutionId: number, accountId: number): Promise<void> {
  await tx.execute(sql`
    with board as (insert into dashlet_boards (institution_id, account_id) values (${institutionId}, ${accountId}) returning id)
    insert into dashlets (institution_id, board_id, position, kind, name, size, model_name, model_associate_type, data_filter, shown_as)
    select ${institutionId}, id, 1, 'custom_dashlet', 'All students', 'small', 'Student', 'Student', 'all', 'figure' from board`);
}
