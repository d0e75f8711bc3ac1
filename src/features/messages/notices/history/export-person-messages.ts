import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { accountNameOf } from '#kernel/account-name.ts';
import { can, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { ExportColumn } from '#kernel/export/columns.ts';
import { cellsOf, type ExportedTable } from '#kernel/export/export-table.ts';
import { channelLabels } from '#kernel/messages/channels.ts';
import { eventLabels } from '#kernel/messages/event-labels.ts';
import { textVisibleTo } from '#kernel/messages/readable.ts';
import { outboxStates } from '#kernel/messages/states.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { countOf } from '#ui/format.ts';
import {
  type HistoryFilter,
  institutionOfHistory,
  maySeeAddress,
  maySeeFamily,
  repliesTo,
  sentTo,
} from './person-messages.ts';

const text = (header: string, width: number): ExportColumn => ({ header, kind: 'text', width });
const columns: ExportColumn[] = [
  text('Date and time', 20),
  text('Channel', 10),
  text('For', 22),
  text('To guardian', 26),
  text('Number or address', 26),
  text('Subject', 30),
  text('Text', 60),
  text('Status', 14),
  text('Problem', 40),
  text('Sent by', 24),
  { header: 'Parts', kind: 'number', width: 8 } as const,
  text('Cost', 12),
  text('Replies', 60),
];
const stateWords = Object.fromEntries(Object.entries(outboxStates).map(([state, { label }]) => [state, label]));

/** What was sent to a person or is about a student, as the record's tab shows it. */
export async function exportPersonMessages(
  tx: Tx,
  actor: Actor,
  kind: PersonKind,
  personId: number,
  filter: Omit<z.output<typeof HistoryFilter>, 'after'>,
): Promise<ExportedTable> {
  const institutionId = await institutionOfHistory(tx, actor, kind, personId);
  const may = (permissions: readonly Permission[]) => permissions.some((one) => can(actor, one, institutionId));
  const isShown = textVisibleTo(actor);
  const wordOf = (words: Record<string, string>, column: 'channel' | 'event' | 'state') =>
    sql`coalesce(${JSON.stringify(words)}::jsonb ->> outbox.${sql.identifier(column)}, outbox.${sql.identifier(column)})`;
  const cells = [
    sql`to_char(coalesce(outbox.sent_at, outbox.created_at) at time zone n.time_zone, 'YYYY-MM-DD HH24:MI')`,
    wordOf(channelLabels, 'channel'),
    wordOf(eventLabels, 'event'),
    may(maySeeFamily) ? sql`concat_ws(' ', g.first_name, g.surname)` : sql`null::text`,
    may(maySeeAddress) ? sql`outbox.recipient` : sql`null::text`,
    sql`case when ${isShown} then coalesce(outbox.subject, m.subject) end`,
    sql`case when ${isShown} then outbox.body end`,
    wordOf(stateWords, 'state'),
    sql`outbox.failure`,
    accountNameOf(sql`a.name`, sql`a.username`),
    sql`outbox.parts`,
    sql`case when outbox.price > 0 then n.currency || ' ' || (outbox.price / 100.0)::numeric(18, 2) end`,
    repliesTo(actor, sql`string_agg(i.body, E'\n' order by i.id)`),
  ];
  return {
    title: 'Messages',
    counted: (rows) => `${countOf(rows, 'message')} of one ${kind.entity}`,
    action: 'messages.exportHistory',
    filter,
    institutionIds: [institutionId],
    columns,
    subject: { type: kind.entity, id: personId },
    rows: sql`select outbox.institution_id as "institutionId", ${cellsOf(cells)}
      ${sentTo(actor, kind, personId, filter, { joined: sql`join institutions n on n.id = outbox.institution_id` })}`,
  };
}
