import { z } from 'zod';
import { allow, institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { serveChoices } from '#features/records/people/serve-choices.ts';
import { defer, page } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { answerOfInvoice } from '../corrections/answer.ts';
import { CancelInvoice, cancelOne } from '../corrections/cancel.ts';
import { addCreditNote, CreditNote } from '../corrections/credit.ts';
import { billedCategories, feeChoices } from '#features/money/fees/fee-choices.queries.ts';
import { invoiceOf, type InvoiceDetails } from './invoice.queries.ts';
import { invoiceList, invoiceTotals, type InvoiceTotals } from './invoices.list.ts';
import { newInvoice, NewInvoice } from '../new/new-invoice.ts';
import { chosenStudent, studentChoices } from '#features/people/students/student-kind.ts';
import { sql } from 'drizzle-orm';
import { render, type Db, query } from '#kernel/database.ts';
import type { Choice } from '#kernel/choices.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';

const params = z.object({ id });
/** The optional item that a credit note takes back. */
const ActQuery = z.object({ ...viewFields, item: queryParam(id) });

/** Invoices: the list, one of them, and what may be done with it. */
export function invoiceRoutes(app: App): void {
  serveChoices(app, '/invoices/fee-options', 'fees.view', feeChoices);
  serveChoices(app, '/invoices/student-options', 'fees.bill', studentChoices);

  app.get(
    '/invoices',
    { config: { ...may('fees.view'), isHeavy: true }, schema: { querystring: invoiceList.Filter } },
    async (request, reply) => {
      const { query } = request;
      const list = await invoiceList.props(request, async (db, actor) => ({
        chosen: await chosenNames(db, actor, query),
        can: { bill: institutionsInView(actor, query.institution_id, 'fees.bill').length > 0 },
      }));
      return reply.page(invoiceListPage, {
        ...list,
        totals: defer(() => request.read((db, actor) => invoiceTotals(db, actor, query))),
      });
    },
  );

  app.get(
    '/invoices/new',
    {
      config: may('fees.bill'),
      schema: { querystring: z.object({ ...viewFields, student_id: queryParam(id) }) },
    },
    async (request, reply) => {
      const props = await request.read(async (db, actor) => {
        const [student, categories] = await Promise.all([
          chosenStudent(db, actor, request.query.student_id),
          billedCategories(db, actor),
        ]);
        const [first] = institutionsWhere(actor, 'fees.bill');
        return { student, categories, dueOn: today(membershipIn(actor, first!)!.timeZone) };
      });
      return reply.page(invoiceNewPage, props);
    },
  );

  app.post(
    '/invoices',
    { config: { ...may('fees.bill'), once: true }, schema: { body: NewInvoice } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const { id: invoiceId, number } = await newInvoice(tx, actor, request.body);
        return { flash: `${number} was issued.`, go: `/invoices/${invoiceId}` };
      }),
  );

  app.get('/invoices/:id', { config: may('fees.view'), schema: { params } }, async (request, reply) =>
    reply.page(invoicePage, {
      invoice: await request.read((db, actor) => invoiceOf(db, actor, request.params.id)),
    }),
  );

  const form = (act: InvoiceAct, permission: 'fees.bill' | 'fees.waive') =>
    app.get(
      `/invoices/:id/${act}`,
      { config: may(permission), schema: { params, querystring: ActQuery } },
      async (request, reply) =>
        reply.page(invoiceActPage, {
          act,
          itemId: request.query.item ?? null,
          invoice: await request.read(async (db, actor) => {
            const invoice = await invoiceOf(db, actor, request.params.id);
            allow(actor, permission, invoice.institutionId);
            return invoice;
          }),
        }),
    );
  form('credit', 'fees.bill');
  form('cancel', 'fees.bill');
  form('waive', 'fees.waive');

  app.post(
    '/invoices/:id/credit',
    { config: { ...may('fees.bill'), once: true, confirm: true }, schema: { params, body: CreditNote } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const done = await addCreditNote(tx, actor, request.params.id, request.body);
        return answerOfInvoice(request.params.id, done, (number) => `${number} was issued.`);
      }),
  );

  app.post(
    '/invoices/:id/cancel',
    { config: { ...may('fees.bill'), once: true, confirm: true }, schema: { params, body: CancelInvoice } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const done = await cancelOne(tx, actor, request.params.id, request.body);
        return answerOfInvoice(request.params.id, done, (number) => `${number} was cancelled.`);
      }),
  );
}

/** The names of what a list is filtered by. */
async function chosenNames(
  db: Db,
  actor: Actor,
  filter: { fee?: number | undefined; class?: number | undefined; batch?: number | undefined },
) {
  const here = institutionsWhere(actor, 'fees.view');
  const nameIn = (table: 'fees' | 'classes' | 'batches', column: 'title' | 'name', id: number | undefined) =>
    sql<string | null>`(select t.${sql.raw(column)} from ${sql.raw(table)} t
      where t.id = ${id ?? null}::bigint and t.institution_id = any (${sql.param(here)}::int[]))`;
  const rows = await query<{ fee: string | null; class: string | null; batch: string | null }>(db, render)`
    select ${nameIn('fees', 'title', filter.fee)} as fee, ${nameIn('classes', 'name', filter.class)} as class,
      ${nameIn('batches', 'name', filter.batch)} as batch`;
  return rows[0]!;
}

type InvoiceListProps = PropsOfList<typeof invoiceList> & {
  totals?: InvoiceTotals[];
  chosen: { fee: string | null; class: string | null; batch: string | null };
  can: { bill: boolean };
};
export const invoiceListPage = page<InvoiceListProps>('invoices/invoice-list');

export const invoicePage = page<{ invoice: InvoiceDetails }>('invoices/invoice');

export interface CategoryChoice {
  id: number;
  institutionId: number;
  name: string;
}
export const invoiceNewPage = page<{
  student: Choice | null;
  categories: CategoryChoice[];
  dueOn: string;
}>('invoices/invoice-new');

/** What a form on an invoice does. */
export type InvoiceAct = 'credit' | 'cancel' | 'waive';
export const invoiceActPage = page<{ act: InvoiceAct; itemId: number | null; invoice: InvoiceDetails }>(
  'invoices/invoice-act',
);
