import { and, eq } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { calendarEntries } from '../calendar.schema.ts';
import { entryKinds } from '../entry-kinds.ts';
import { lockEntry } from './lock-entry.ts';

/** Deletes a calendar entry. Returns its title. */
export async function deleteEntry(tx: Tx, actor: Actor, id: number): Promise<string> {
  const entry = await lockEntry(tx, actor, id);
  const { institutionId, title, kind, startsOn } = entry;
  allow(actor, 'calendar.edit', institutionId);
  await tx
    .delete(calendarEntries)
    .where(and(eq(calendarEntries.institutionId, institutionId), eq(calendarEntries.id, id)));
  await record(tx, actor, 'calendar.delete', {
    institutionId,
    summary: `deleted the ${entryKinds[kind].toLowerCase()} ${title} of ${formatDay(startsOn)} from the calendar`,
    subject: { type: 'calendar_entry', id },
    details: entry,
  });
  return title;
}
