import { z } from 'zod';
import { institutionsWhere, membershipIn, type Actor, institutionsInView } from '#kernel/actor.ts';
import { id } from '#kernel/schemas.ts';
import { feeChoices } from '#features/money/fees/fee-choices.queries.ts';
import { serveChoices, type Choosing } from '#features/records/people/serve-choices.ts';
import { may, type App } from '#web/routes.ts';
import { maySeePayments, areCounted } from '../payments.access.ts';
import { paymentListPage, paymentRecordPage } from '../payments.pages.ts';
import { paymentRecord } from './receipts.ts';
import { paymentList, paymentTotals, names, refundedOf } from './payments.list.ts';
import { sql, type SQL, desc, eq, or } from 'drizzle-orm';
import { choicesShown, type Choices } from '#kernel/choices.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { render, type Db, query } from '#kernel/database.ts';
import { literally } from '#kernel/searchable.ts';
import { NotAllowed } from '#kernel/errors.ts';
import type { ExportColumn } from '#kernel/export/columns.ts';
import { cellsOf, type ExportedTable } from '#kernel/export/export-table.ts';
import { accounts, institutions } from '#kernel/identity.schema.ts';
import { payments } from '../payments.schema.ts';
import { channels } from '#features/money/ledger/channels.ts';
import { paymentStatuses } from '../payments.ts';
import { documentNumber } from '#features/money/invoices/document-numbers.ts';

const config = may(...maySeePayments);

/** Payment records: the list with its filters, and one payment. */
export function recordRoutes(app: App): void {
  app.get('/payment_records', { config, schema: { querystring: paymentList.Filter } }, async (request, reply) => {
    const { after: _, ...filter } = request.query;
    const props = await request.read(async (db, actor) => ({
      cashier: await chosenCashier(db, actor, request.query.cashier),
      placing: institutionsWhere(actor, 'payments.place').map((one) => {
        const { name, currency } = membershipIn(actor, one)!;
        return { id: one, name, currency };
      }),
      can: {
        export: institutionsWhere(actor, 'payments.export').length > 0,
        view: institutionsWhere(actor, 'payments.view').length > 0,
      },
    }));
    return reply.page(paymentListPage, { filter, ...props });
  });

  // The specification's call (7.8): the rows and totals that the screen shows.
  app.get(
    '/payment_records/payment_record_filter',
    { config: { ...config, isHeavy: true }, schema: { querystring: paymentList.Filter } },
    async (request, reply) =>
      reply.send(
        await paymentList.props(request, async (db, actor) => ({
          // Further pages have the totals of the first.
          totals: request.query.after === undefined ? await paymentTotals(db, actor, request.query) : null,
        })),
      ),
  );

  serveChoices(app, '/payment_records/fee-options', 'payments.view', feeChoices);
  serveChoices(app, '/payment_records/cashier-options', 'payments.view', cashierChoices);

  for (const format of ['csv', 'xlsx'] as const)
    app.get(
      `/payment_records/export.${format}`,
      { config: may('payments.export'), schema: { querystring: ExportPayments }, exposeHeadRoute: false },
      (request, reply) => reply.table(format, (actor) => exportPayments(actor, request.query)),
    );

  app.get('/payment_records/:id', { config, schema: { params: z.object({ id }) } }, async (request, reply) =>
    reply.page(paymentRecordPage, await request.snapshot((tx, actor) => paymentRecord(tx, actor, request.params.id))),
  );
}

/** Whether account `a` has taken a payment; read from the index of an account’s payments. */
const hasTaken = (institutionIds: number[]): SQL => sql`exists (select from payments p
  where p.institution_id = any (${sql.param(institutionIds)}::int[]) and p.account_id = a.id)`;

/** The people who have taken payments, by name. */
async function cashierChoices(db: Db, { institutionIds, q }: Choosing): Promise<Choices> {
  const { rows, isMore } = await bounded(choicesShown, async (limit) => {
    const found = await query<{ id: number; name: string }>(db, render)`
      select a.id, coalesce(a.name, a.username) as name from accounts a
      where a.id in (select m.account_id from memberships m where m.institution_id = any (${sql.param(institutionIds)}::int[]))
        and ${q ? sql`coalesce(a.name, a.username) ilike ${`%${literally(q)}%`}` : sql`true`} and ${hasTaken(institutionIds)}
      order by 2, 1 limit ${limit}`;
    return found;
  });
  return { choices: rows.map(({ id, name }) => ({ value: String(id), label: name })), isMore };
}

/** The name of the cashier that a list is filtered by. */
async function chosenCashier(db: Db, actor: Actor, cashier: number | undefined): Promise<string | null> {
  const here = institutionsWhere(actor, 'payments.view');
  const rows = await query<{ name: string }>(db, render)`select coalesce(a.name, a.username) as name from accounts a
    where a.id = ${cashier ?? null}::bigint and ${hasTaken(here)}`;
  return rows[0]?.name ?? null;
}

const ExportPayments = paymentList.Filter.omit({ after: true });

const text = (header: string, width: number): ExportColumn => ({ header, kind: 'text', width });
const columns: ExportColumn[] = [
  text('Receipt', 14),
  { header: 'Day', kind: 'day', width: 12 },
  text('Institution', 28),
  text('Paid for', 40),
  text('Payer', 28),
  text('Channel', 12),
  text('Reference', 22),
  { header: 'Amount', kind: 'number', width: 16 },
  { header: 'Refunded', kind: 'number', width: 16 },
  text('Currency', 9),
  text('Status', 16),
  text('Cashier', 24),
];

/** The label of a key, in SQL. */
const labelled = (column: unknown, labels: Record<string, string>) =>
  sql`(${JSON.stringify(labels)}::jsonb ->> ${column})`;

/** Payments as a table, latest first; amounts in major units. */
function exportPayments(actor: Actor, filter: z.infer<typeof ExportPayments>): ExportedTable {
  const institutionIds = institutionsInView(actor, filter.institution_id, 'payments.export');
  const conditions = paymentList.conditions(actor, filter);
  if (institutionIds.length === 0 || conditions.length === 0) throw new NotAllowed();
  const cells = cellsOf([
    documentNumber('RCT', payments.receiptNumber),
    payments.day,
    institutions.name,
    names,
    payments.payerName,
    labelled(payments.channel, channels),
    payments.reference,
    sql`${payments.amount} / 100.0`,
    sql`${refundedOf} / 100.0`,
    payments.currency,
    labelled(payments.status, paymentStatuses),
    accounts.name,
  ]);
  return {
    title: 'Payments',
    counted: (rows) => `${rows} ${rows === 1 ? 'payment' : 'payments'}`,
    action: 'payments.export',
    filter,
    institutionIds,
    columns,
    rows: sql`select ${payments.institutionId} as "institutionId", ${cells} from ${payments}
      join ${institutions} on ${eq(institutions.id, payments.institutionId)}
      left join ${accounts} on ${eq(accounts.id, payments.accountId)}
      where ${or(...conditions)} and ${areCounted(actor, filter.institution_id)} and payments.institution_id = any (${sql.param(institutionIds)}::int[])
      order by ${desc(payments.day)}, ${desc(payments.id)}`,
  };
}
