import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import {
  HistoryFilter,
  morePersonMessages,
  maySeeHistory,
  personKinds,
  institutionOfHistory,
  maySeeAddress,
  maySeeFamily,
  repliesTo,
  sentTo,
} from './person-messages.ts';
import { sql } from 'drizzle-orm';
import { accountNameOf } from '#kernel/account-name.ts';
import { can, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { type ExportedTable, columnsAndCells, textCells, numberCells } from '#kernel/export/export-table.ts';
import { channelLabels } from '#kernel/messages/channels.ts';
import { eventLabels } from '#kernel/messages/event-labels.ts';
import { textVisibleTo } from '#kernel/messages/readable.ts';
import { outboxStates } from '#kernel/messages/states.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { countOf } from '#ui/format.ts';

/** Further and filtered pages of what was sent to a person, and all of it as a file. */
export function historyRoutes(app: App): void {
  for (const kind of personKinds) {
    app.get(
      `/message-history/${kind.people}/:id`,
      {
        config: may(...maySeeHistory[kind.entity]),
        schema: { params: z.object({ id }), querystring: HistoryFilter },
      },
      async (request, reply) =>
        reply.send(
          await request.read((db, actor) => morePersonMessages(db, actor, kind, request.params.id, request.query)),
        ),
    );
    for (const format of ['csv', 'xlsx'] as const)
      app.get(
        `/message-history/${kind.people}/:id/export.${format}`,
        {
          config: may(...maySeeHistory[kind.entity]),
          schema: { params: z.object({ id }), querystring: HistoryFilter.omit({ after: true }) },
          exposeHeadRoute: false,
        },
        (request, reply) =>
          reply.table(format, (actor, tx) => exportPersonMessages(tx, actor, kind, request.params.id, request.query)),
      );
  }
}

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
  const { columns, cells } = columnsAndCells([
    textCells(
      'Date and time',
      20,
      sql`to_char(coalesce(outbox.sent_at, outbox.created_at) at time zone n.time_zone, 'YYYY-MM-DD HH24:MI')`,
    ),
    textCells('Channel', 10, wordOf(channelLabels, 'channel')),
    textCells('For', 22, wordOf(eventLabels, 'event')),
    textCells('To guardian', 26, may(maySeeFamily) ? sql`concat_ws(' ', g.first_name, g.surname)` : sql`null::text`),
    textCells('Number or address', 26, may(maySeeAddress) ? sql`outbox.recipient` : sql`null::text`),
    textCells('Subject', 30, sql`case when ${isShown} then coalesce(outbox.subject, m.subject) end`),
    textCells('Text', 60, sql`case when ${isShown} then outbox.body end`),
    textCells('Status', 14, wordOf(stateWords, 'state')),
    textCells('Problem', 40, sql`outbox.failure`),
    textCells('Sent by', 24, accountNameOf(sql`a.name`, sql`a.username`)),
    numberCells('Parts', 8, sql`outbox.parts`),
    textCells(
      'Cost',
      12,
      sql`case when outbox.price > 0 then n.currency || ' ' || (outbox.price / 100.0)::numeric(18, 2) end`,
    ),
    textCells('Replies', 60, repliesTo(actor, sql`string_agg(i.body, E'\n' order by i.id)`)),
  ]);
  return {
    title: 'Messages',
    counted: (rows) => `${countOf(rows, 'message')} of one ${kind.entity}`,
    action: 'messages.exportHistory',
    filter,
    institutionIds: [institutionId],
    columns,
    subject: { type: kind.entity, id: personId },
    rows: sql`select outbox.institution_id as "institutionId", ${cells}
      ${sentTo(actor, kind, personId, filter, { joined: sql`join institutions n on n.id = outbox.institution_id` })}`,
  };
}
