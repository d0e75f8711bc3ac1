import { z } from 'zod';
import { allow, institutionsInView, institutionsWhere, membershipIn } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { serveChoices } from '#features/records/people/serve-choices.ts';
import { defer } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { answerOfInvoice } from '../corrections/answer.ts';
import { CancelInvoice, cancelOne } from '../corrections/cancel.ts';
import { addCreditNote, CreditNote } from '../corrections/credit.ts';
import { billedCategories, feeChoices } from '#features/money/fees/fee-choices.queries.ts';
import { chosenNames } from './invoice-choices.queries.ts';
import { invoiceOf } from './invoice.queries.ts';
import { invoiceList, invoiceTotals } from './invoices.list.ts';
import { type InvoiceAct, invoiceActPage, invoiceListPage, invoiceNewPage, invoicePage } from './invoices.pages.ts';
import { newInvoice, NewInvoice } from '../new/new-invoice.ts';
import { chosenStudent, studentChoices } from '#features/people/students/student-choices.ts';

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
