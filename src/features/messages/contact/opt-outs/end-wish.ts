import { sql } from 'drizzle-orm';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';

/** From now on messages go to the number or address again. What was stopped stays stopped. */
export async function endWish(tx: Tx, actor: Actor, id: number): Promise<string> {
  const seen = institutionsWhere(actor, 'contact.wishes');
  const [wish] = await query<{ institutionId: number; address: string; isEnded: boolean }>(
    tx,
    sql`select institution_id as "institutionId", address, ended_at is not null as "isEnded" from contact_wishes
      where institution_id = any (${sql.param(seen)}::int[]) and id = ${id} for update`,
  );
  if (!wish) throw new NotFound('opt-out');
  const { institutionId, address } = wish;
  allow(actor, 'contact.wishes', institutionId);
  if (wish.isEnded) throw new Conflict('This opt-out has already ended.');
  await tx.execute(sql`update contact_wishes set ended_at = now(), ended_by = ${actor.accountId}
    where institution_id = ${institutionId} and id = ${id}`);
  await record(tx, actor, 'contact.unblock', {
    institutionId,
    summary: 'ended an opt-out',
    subject: { type: 'contact_wish', id },
  });
  return address;
}
