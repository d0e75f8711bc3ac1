import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

/** A message that was sent to a guardian, a template, a group and an opt-out. */
export async function fillMessages(tx: Tx, institutionId: number, surname: string): Promise<void> {
  await tx.execute(sql`
    with message as (insert into messages (institution_id, channel, body, audience, state, queued_at, recipient_count)
      values (${institutionId}, 'sms', ${surname}, '{"of":"guardians","by":[{"kind":"all"}]}', 'done', now(), 1) returning id),
    template as (insert into message_templates (institution_id, name, body) values (${institutionId}, ${surname}, ${surname})),
    wish as (insert into contact_wishes (institution_id, channel, address, blocks, reason, said_by)
      values (${institutionId}, 'sms', '+2348030000199', 'marketing', 'opted_out', 'reply')),
    chosen as (insert into message_groups (institution_id, name, audience)
      values (${institutionId}, ${surname}, '{"of":"guardians","by":[{"kind":"all"}]}'))
    insert into outbox (institution_id, channel, recipient, body, event, message_id, state)
    select ${institutionId}, 'sms', '+2348030000188', ${surname}, 'messages.composed', id, 'sent' from message`);
}
