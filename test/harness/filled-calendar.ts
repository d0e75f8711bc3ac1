import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

/** An event of the calendar, and a school week of the institution's own. */
export async function fillCalendar(tx: Tx, institutionId: number): Promise<void> {
  await tx.execute(sql`insert into calendar_entries (institution_id, kind, title, starts_on, ends_on)
    values (${institutionId}, 'event', 'Open session', '2026-12-01', '2026-12-01')`);
  await tx.execute(sql`insert into calendar_rules (institution_id, half_weekdays) values (${institutionId}, '{5}')`);
}
