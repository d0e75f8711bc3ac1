import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { onBoardOf } from './audience.ts';

/** Keeps that the actor has opened a notice. It is a receipt, not an entry of the audit log. */
export async function markNoticeRead(tx: Tx, actor: Actor, noticeId: number): Promise<void> {
  const found = await query(
    tx,
    sql`with seen as (select n.institution_id, n.id from notices n where n.id = ${noticeId}::bigint and ${onBoardOf(actor)}),
      kept as (insert into notice_reads (institution_id, notice_id, account_id)
        select institution_id, id, ${actor.accountId}::bigint from seen on conflict do nothing)
      select id from seen`,
  );
  if (found.length === 0) throw new NotFound('notice');
}
