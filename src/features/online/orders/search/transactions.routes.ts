import { asc, isNull, and, desc, eq, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { isOneOf } from '#kernel/database.ts';
import { id } from '#kernel/schemas.ts';
import { pinKinds } from '#features/money/pins/pins.schema.ts';
import { may, type App } from '#web/routes.ts';
import { orderRecordPage, transactionListPage } from '../orders.pages.ts';
import { orderRecord } from './order-record.queries.ts';
import { transactionList, transactionTotals } from './pin-transactions.list.ts';
import { NotAllowed } from '#kernel/errors.ts';
import {
  type ExportedTable,
  columnsAndCells,
  textCells,
  numberCells,
  dayCells,
  labelled,
} from '#kernel/export/export-table.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { documentNumber } from '#features/money/invoices/document-numbers.ts';
import { channels } from '#features/money/ledger/channels.ts';
import { orders } from '../orders.schema.ts';
import { orderKinds, orderStatuses } from '../orders.ts';

const config = may('orders.view');

/** The search of pin transactions (2.8), and one order. */
export function transactionRoutes(app: App): void {
  app.get('/pin_transactions', { config, schema: { querystring: transactionList.Filter } }, async (request, reply) =>
    reply.page(
      transactionListPage,
      await transactionList.props(request, async (db, actor) => {
        const seen = institutionsInView(actor, request.query.institution_id, 'orders.view');
        const [totals, kinds] = await Promise.all([
          transactionTotals(db, actor, request.query),
          db
            .select({ id: pinKinds.id, name: pinKinds.name })
            .from(pinKinds)
            .where(and(isOneOf(pinKinds.institutionId, seen), isNull(pinKinds.archivedAt)))
            .orderBy(asc(pinKinds.name)),
        ]);
        const has = (permission: 'orders.export' | 'payments.take') =>
          institutionsInView(actor, request.query.institution_id, permission).length > 0;
        return { totals, kinds, can: { export: has('orders.export'), sell: has('payments.take') } };
      }),
    ),
  );

  for (const format of ['csv', 'xlsx'] as const)
    app.get(
      `/pin_transactions/export.${format}`,
      { config: may('orders.export'), schema: { querystring: ExportTransactions }, exposeHeadRoute: false },
      (request, reply) => reply.table(format, (actor) => exportTransactions(actor, request.query)),
    );

  app.get(
    '/pin_transactions/:id',
    { config: may('orders.view', 'payments.take'), schema: { params: z.object({ id }) } },
    async (request, reply) =>
      reply.page(orderRecordPage, {
        order: await request.snapshot((tx, actor) => orderRecord(tx, actor, request.params.id)),
      }),
  );
}

const ExportTransactions = transactionList.Filter.omit({ after: true });

const ofPayment = (column: string) => sql`(select p.${sql.identifier(column)} from payments p
  where p.institution_id = orders.institution_id and p.id = orders.payment_id)`;
const pins = sql`from pins p where p.institution_id = orders.institution_id and p.order_id = orders.id`;

/** Orders as a table, latest first; amounts in major units, serial numbers and no secrets. */
function exportTransactions(actor: Actor, filter: z.infer<typeof ExportTransactions>): ExportedTable {
  const institutionIds = institutionsInView(actor, filter.institution_id, 'orders.export');
  const conditions = transactionList.conditions(actor, filter);
  if (institutionIds.length === 0 || conditions.length === 0) throw new NotAllowed();
  const { columns, cells } = columnsAndCells([
    textCells('Order', 14, documentNumber('ORD', orders.number)),
    dayCells('Day', 12, sql`(${orders.createdAt} at time zone ${institutions.timeZone})::date`),
    textCells('Institution', 28, institutions.name),
    textCells(
      'For',
      26,
      sql`coalesce((select k.name from pin_kinds k where k.institution_id = orders.institution_id and k.id = orders.pin_kind_id),
      ${labelled(orders.kind, orderKinds)})`,
    ),
    textCells('Buyer', 28, orders.buyerName),
    textCells('E-mail', 28, orders.buyerEmail),
    textCells('Phone', 18, orders.buyerPhone),
    numberCells('Quantity', 10, orders.quantity),
    numberCells('Amount', 16, sql`${orders.amount} / 100.0`),
    textCells('Currency', 9, orders.currency),
    textCells('Channel', 12, labelled(ofPayment('channel'), channels)),
    textCells('Receipt', 14, documentNumber('RCT', ofPayment('receipt_number'))),
    textCells('Status', 20, labelled(orders.status, orderStatuses)),
    textCells(
      'Serial numbers',
      40,
      sql`(select string_agg(lpad(p.serial::text, 8, '0'), ' ' order by p.serial) ${pins} and p.status <> 'reserved')`,
    ),
    numberCells('Used', 8, sql`(select count(*) ${pins} and p.status = 'used')`),
  ]);
  return {
    title: 'Pin transactions',
    counted: (rows) => `${rows} ${rows === 1 ? 'order' : 'orders'}`,
    action: 'orders.export',
    filter,
    institutionIds,
    columns,
    rows: sql`select ${orders.institutionId} as "institutionId", ${cells} from ${orders}
      join ${institutions} on ${eq(institutions.id, orders.institutionId)}
      where ${or(...conditions)} and orders.institution_id = any (${sql.param(institutionIds)}::int[])
      order by ${desc(orders.id)}`,
  };
}
