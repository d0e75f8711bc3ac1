import { sql, type SQL } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';

/**
 * Erases what was sent about these applications. Before messages named their application, the one with the code was
 * written in the transaction that started it. Returns the ids, for the log.
 */
export async function eraseMessagesOf(tx: Tx, applications: SQL): Promise<number[]> {
  const rows = await query<{ id: number }>(
    tx,
    sql`
    update outbox o set recipient = 'erased', subject = null, body = 'This message has been erased.', key_kind = null,
      failure = null
    from (
      select m.institution_id, m.id from (${applications}) a
      join outbox m on (m.institution_id, m.application_id) = (a.institution_id, a.id)
      union
      select m.institution_id, m.id from (${applications}) a
      join outbox m on m.institution_id = a.institution_id and m.key_kind = 'application' and m.created_at = a.started_at
    ) gone
    where (o.institution_id, o.id) = (gone.institution_id, gone.id)
    returning o.id`,
  );
  return rows.map(({ id }) => Number(id));
}
