import { sql } from 'drizzle-orm';
import { query, type Db, type Tx } from '../database.ts';
import { messageSettings } from './messages.schema.ts';

/** When quiet hours end, 'HH:MM' by the institution's clock, if they are on now; else null. They may go over midnight. */
export async function quietUntil(db: Db, institutionId: number): Promise<string | null> {
  const [row] = await query<{ until: string }>(
    db,
    sql`select to_char(s.quiet_until, 'HH24:MI') as until
      from message_settings s join institutions i on i.id = s.institution_id,
        lateral (select (now() at time zone i.time_zone)::time as now) t
      where s.institution_id = ${institutionId} and s.quiet_from is not null
        and case when s.quiet_from < s.quiet_until then t.now >= s.quiet_from and t.now < s.quiet_until
          else t.now >= s.quiet_from or t.now < s.quiet_until end`,
  );
  return row?.until ?? null;
}

/** A new institution writes to nobody at night until it says otherwise. */
export const startWithQuietHours = (tx: Tx, institutionId: number) =>
  tx.insert(messageSettings).values({ institutionId, quietFrom: '20:00', quietUntil: '07:00' });
