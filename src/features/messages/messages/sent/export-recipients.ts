import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import type { ExportColumn } from '#kernel/export/columns.ts';
import { cellsOf, type ExportedTable } from '#kernel/export/export-table.ts';
import { outbox } from '#kernel/messages/messages.schema.ts';
import { mayReadText } from '#kernel/messages/readable.ts';
import { outboxStates } from '#kernel/messages/states.ts';
import { hiddenRecipients, messageOf } from './message-page.queries.ts';
import { aboutStudent, recipientName, shownAddress } from './recipients.list.ts';

const columns: ExportColumn[] = [
  { header: 'Recipient', kind: 'text', width: 30 },
  { header: 'About', kind: 'text', width: 26 },
  { header: 'Channel', kind: 'text', width: 10 },
  { header: 'Number or address', kind: 'text', width: 26 },
  { header: 'State', kind: 'text', width: 14 },
  { header: 'Since', kind: 'text', width: 18 },
  { header: 'Network', kind: 'text', width: 14 },
  { header: 'Parts', kind: 'number', width: 8 },
  { header: 'Cost', kind: 'number', width: 10 },
  { header: 'Problem', kind: 'text', width: 40 },
  { header: 'Text', kind: 'text', width: 60 },
];

/** Everyone whom a message went to, with what became of it; numbers and the text for those who may see them. */
export async function exportRecipients(tx: Tx, actor: Actor, messageId: number): Promise<ExportedTable> {
  const { institutionId, needs, isHidden } = await messageOf(tx, actor, messageId);
  if (isHidden) throw new NotAllowed(hiddenRecipients);
  const labels = JSON.stringify(
    Object.fromEntries(Object.entries(outboxStates).map(([state, { label }]) => [state, label])),
  );
  const isReadable = mayReadText(actor, institutionId, needs);
  const cells = [
    recipientName,
    aboutStudent,
    sql`outbox.channel`,
    shownAddress(actor, institutionId),
    sql`${labels}::jsonb ->> outbox.state`,
    sql`to_char(coalesce(outbox.state_at, outbox.created_at) at time zone n.time_zone, 'YYYY-MM-DD HH24:MI')`,
    sql`outbox.network`,
    sql`outbox.parts`,
    sql`round(outbox.price / 100.0, 2)`,
    sql`outbox.failure`,
    isReadable ? sql`outbox.body` : sql`null::text`,
  ];
  return {
    title: 'Recipients',
    counted: (rows) => `${rows} ${rows === 1 ? 'recipient' : 'recipients'} of a message`,
    action: 'messages.export',
    filter: { message: messageId },
    institutionIds: [institutionId],
    columns,
    rows: sql`select outbox.institution_id as "institutionId", ${cellsOf(cells)}
      from ${outbox} join institutions n on n.id = outbox.institution_id
      where ${and(eq(outbox.institutionId, institutionId), eq(outbox.messageId, messageId))} order by outbox.id desc`,
  };
}
