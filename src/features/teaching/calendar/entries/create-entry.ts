import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { calendarEntries } from '../calendar.schema.ts';
import { entryKinds } from '../entry-kinds.ts';
import { checkEntry, entryColumnsOf, type CreateEntry } from './entry-fields.ts';
import { refuseTaken } from './taken-registers.ts';

/** Adds a holiday, a half day, an exceptional school day or an event. */
export async function createEntry(tx: Tx, actor: Actor, input: z.output<typeof CreateEntry>): Promise<void> {
  const { institutionId, ...fields } = input;
  allow(actor, 'calendar.edit', institutionId);
  const values = entryColumnsOf(fields);
  await checkEntry(tx, institutionId, values);
  if (values.kind === 'holiday' && !input.closesTaken)
    await refuseTaken(
      tx,
      institutionId,
      sql`u.on_date between ${values.startsOn}::date and ${values.endsOn}::date`,
      'add the holiday',
    );
  const [entry] = await tx
    .insert(calendarEntries)
    .values({ ...values, institutionId, accountId: actor.accountId })
    .returning({ id: calendarEntries.id });
  await record(tx, actor, 'calendar.create', {
    institutionId,
    summary: `added the ${entryKinds[values.kind].toLowerCase()} ${values.title} to the calendar`,
    subject: { type: 'calendar_entry', id: entry!.id },
    details: values,
  });
}
