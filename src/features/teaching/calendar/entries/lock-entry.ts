import { and, eq, inArray } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { calendarEntries } from '../calendar.schema.ts';

/** Locks an entry for a change: NotFound outside the institutions whose calendar the actor edits. */
export async function lockEntry(tx: Tx, actor: Actor, id: number) {
  const [entry] = await tx
    .select()
    .from(calendarEntries)
    .where(
      and(
        inArray(calendarEntries.institutionId, institutionsWhere(actor, 'calendar.edit')),
        eq(calendarEntries.id, id),
      ),
    )
    .for('no key update');
  if (!entry) throw new NotFound('calendar entry');
  return { ...entry, startsAt: entry.startsAt?.slice(0, 5) ?? null, endsAt: entry.endsAt?.slice(0, 5) ?? null };
}
