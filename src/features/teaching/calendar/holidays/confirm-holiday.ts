import { and, eq, sql } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { calendarEntries } from '../calendar.schema.ts';
import { lockEntry } from '../entries/lock-entry.ts';

/** The moon was seen, or the government has said so: the holiday is on that day. Returns its title. */
export async function confirmHoliday(tx: Tx, actor: Actor, id: number): Promise<string> {
  const { institutionId, title, isExpected, startsOn } = await lockEntry(tx, actor, id);
  allow(actor, 'calendar.edit', institutionId);
  if (!isExpected) return title;
  await tx
    .update(calendarEntries)
    .set({ isExpected: false, updatedAt: sql`now()` as never })
    .where(and(eq(calendarEntries.institutionId, institutionId), eq(calendarEntries.id, id)));
  await record(tx, actor, 'calendar.confirmHoliday', {
    institutionId,
    summary: `confirmed ${title} on ${formatDay(startsOn)}`,
    subject: { type: 'calendar_entry', id },
  });
  return title;
}
