import { z } from 'zod';
import { viewFields } from '#kernel/list/view-fields.ts';
import { may, type App } from '#web/routes.ts';
import { costsPage, sentPage } from '../notices.pages.ts';
import { sentList, CostView, messageCosts, titleFor, departmentOf } from './sent.list.ts';
import { sql } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { type ExportedTable, columnsAndCells, textCells, numberCells } from '#kernel/export/export-table.ts';
import { eventLabels } from '#kernel/messages/event-labels.ts';
import { areRecipientsKnown } from '#kernel/messages/readable.ts';
import { countOf } from '#ui/format.ts';

const config = may('messages.view');

/** What messages cost. */
export function costRoutes(app: App): void {
  app.get('/message-costs', { config, schema: { querystring: CostView } }, async (request, reply) =>
    reply.page(costsPage, await request.read((db, actor) => messageCosts(db, actor, request.query))),
  );
  app.get('/message-costs/sent', { config, schema: { querystring: sentList.Filter } }, async (request, reply) =>
    reply.page(sentPage, await sentList.props(request)),
  );
  for (const format of ['csv', 'xlsx'] as const)
    app.get(
      `/message-costs/export.${format}`,
      { config, schema: { querystring: z.object(viewFields) }, exposeHeadRoute: false },
      (request, reply) => reply.table(format, (actor) => exportCosts(actor, request.query.institution_id)),
    );
}

/** The costs of the last twelve months by what they were for, department and network. */
function exportCosts(actor: Actor, wanted: number | undefined): ExportedTable {
  const institutionIds = institutionsInView(actor, wanted, 'messages.view');
  if (institutionIds.length === 0) throw new NotAllowed();
  const { columns, cells } = columnsAndCells([
    textCells('Month', 10, sql`c.month`),
    textCells('Institution', 28, sql`i.name`),
    textCells('For', 22, sql`coalesce(${JSON.stringify(eventLabels)}::jsonb ->> c.event, c.event)`),
    textCells('Message', 40, titleFor(actor)),
    textCells('Department', 20, sql`case when m.id is not null then ${departmentOf} end`),
    textCells('Network', 14, sql`c.network`),
    numberCells('Messages', 10, sql`c.recipients`),
    numberCells('Parts', 10, sql`c.parts`),
    textCells('Currency', 10, sql`i.currency`),
    numberCells('Cost', 12, sql`c.price / 100.0`),
    numberCells('Not priced', 12, sql`c.unpriced`),
  ]);
  return {
    title: 'Message costs',
    counted: (rows) => countOf(rows, 'line'),
    action: 'messages.exportCosts',
    filter: {},
    institutionIds,
    columns,
    rows: sql`select c.institution_id as "institutionId", ${cells}
      from (select o.institution_id, to_char(o.sent_at at time zone z.time_zone, 'YYYY-MM') as month, o.event, o.message_id, case when ${areRecipientsKnown(actor, sql`o.message_id`)} then o.network end as network,
          count(*) as recipients, coalesce(sum(o.parts), 0) as parts, sum(o.price) as price,
          count(*) filter (where o.price is null and o.channel in ('sms', 'whatsapp')) as unpriced
        from outbox o join institutions z on z.id = o.institution_id
        where o.institution_id = any (${sql.param(institutionIds)}::int[])
          and o.sent_at >= (date_trunc('month', now() at time zone z.time_zone) - interval '11 months') at time zone z.time_zone
        group by 1, 2, 3, 4, 5) c
      join institutions i on i.id = c.institution_id
      left join messages m on (m.institution_id, m.id) = (c.institution_id, c.message_id)
      order by c.month desc, c.price desc nulls last, c.event, c.message_id, c.network`,
  };
}
