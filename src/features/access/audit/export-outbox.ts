import { desc, eq, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { NotAllowed } from '#kernel/errors.ts';
import type { ExportColumn } from '#kernel/export/columns.ts';
import { cellsOf, type ExportedTable } from '#kernel/export/export-table.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { channelLabels } from '#kernel/messages/channels.ts';
import { eventLabels } from '#kernel/messages/event-labels.ts';
import { outbox } from '#kernel/messages/messages.schema.ts';
import { textVisibleTo } from '#kernel/messages/readable.ts';
import { outboxStates } from '#kernel/messages/states.ts';
import { countOf } from '#ui/format.ts';
import { failureFor, outboxList, recipientFor } from './outbox.list.ts';

export const ExportOutbox = outboxList.Filter.omit({ after: true });

const text = (header: string, width: number): ExportColumn => ({ header, kind: 'text', width });
const columns: ExportColumn[] = [
  text('Date and time', 20),
  text('Institution', 28),
  text('Channel', 10),
  text('Recipient', 26),
  text('For', 22),
  text('Status', 14),
  text('Answer', 40),
  { header: 'Parts', kind: 'number', width: 8 } as const,
  text('Network', 14),
  text('Cost', 12),
  text('Sent', 20),
  text('Subject', 30),
  text('Text', 60),
];

/** The outbox as a table, latest first. Text that the reader can't open is left out. */
export function exportOutbox(actor: Actor, filter: z.infer<typeof ExportOutbox>): ExportedTable {
  const institutionIds = institutionsInView(actor, filter.institution_id, 'outbox.view');
  if (institutionIds.length === 0) throw new NotAllowed();
  const local = (moment: typeof outbox.createdAt | typeof outbox.sentAt) =>
    sql`to_char(${moment} at time zone ${institutions.timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;
  const shown = textVisibleTo(actor);
  const cells = cellsOf([
    local(outbox.createdAt),
    institutions.name,
    wordsOf(channelLabels, outbox.channel),
    recipientFor(actor),
    sql`coalesce(${wordsOf(eventLabels, outbox.event)}, ${outbox.event})`,
    wordsOf(Object.fromEntries(Object.entries(outboxStates).map(([key, { label }]) => [key, label])), outbox.state),
    failureFor(actor),
    outbox.parts,
    outbox.network,
    sql`case when ${outbox.price} is not null then ${institutions.currency} || ' ' || (${outbox.price} / 100.0)::numeric(18, 2) end`,
    local(outbox.sentAt),
    sql`case when ${shown} then ${outbox.subject} end`,
    sql`case when ${shown} then ${outbox.body} end`,
  ]);
  return {
    title: 'Outbox',
    counted: (rows) => countOf(rows, 'message'),
    action: 'outbox.export',
    filter,
    institutionIds,
    columns,
    rows: sql`select ${outbox.institutionId} as "institutionId", ${cells} from ${outbox}
      join ${institutions} on ${eq(institutions.id, outbox.institutionId)}
      where ${or(...outboxList.conditions(actor, filter))} order by ${desc(outbox.id)}`,
  };
}

/** The label of a key. */
const wordsOf = (
  labels: Record<string, string>,
  column: typeof outbox.channel | typeof outbox.event | typeof outbox.state,
) => sql`${JSON.stringify(labels)}::jsonb ->> ${column}`;
