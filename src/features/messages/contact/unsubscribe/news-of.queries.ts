import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { UnsubscribeKey } from '#kernel/messages/unsubscribe-code.ts';

/** What the link of an e-mail leads to: never the address itself, because e-mails are forwarded. */
export interface NewsOf {
  school: string;
  /** `office`: the school itself blocked the address, or mail to it came back. */
  state: 'wanted' | 'refused' | 'someoneElse' | 'office';
}

export async function newsOf(db: Db, key: UnsubscribeKey): Promise<NewsOf> {
  const [found] = await query<{ school: string; refused: boolean; someoneElse: boolean; office: boolean }>(
    db,
    sql`select i.name as school, coalesce(bool_or(w.blocks = 'marketing'), false) as refused,
        coalesce(bool_or(w.blocks = 'everything' and w.said_by = 'link'), false) as "someoneElse",
        coalesce(bool_or(w.blocks = 'everything' and w.said_by <> 'link'), false) as office
      from outbox o join institutions i on i.id = o.institution_id
      left join contact_wishes w on w.institution_id = o.institution_id and w.channel = 'email' and w.ended_at is null
        and w.address = lower(o.recipient)
      where o.institution_id = ${key.institutionId} and o.id = ${key.outboxId} and o.channel = 'email' and o.recipient like '%@%'
      group by i.id`,
  );
  if (!found) throw new NotFound('page');
  const { school, refused, someoneElse, office } = found;
  return { school, state: someoneElse ? 'someoneElse' : office ? 'office' : refused ? 'refused' : 'wanted' };
}
