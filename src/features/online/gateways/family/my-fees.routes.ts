import { theirOwn } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { myFeesPage, onlinePaymentPage } from '../gateways.pages.ts';
import { checkOnline } from '../online/settle-online.ts';
import { ownPayment } from '../online/plan-payment.ts';
import { PayOnline, payOnline, claimStart, startOnline, againOnline } from '../online/pay-online.ts';
import {
  accountFor,
  askForAccount,
  OpenAccount,
  saveAccount,
  familyReceipt,
  paymentsOfFamily,
  waitingPayments,
} from './family-payments.ts';
import { feesOfFamily, onlinePaymentView } from './my-fees.queries.ts';

const own = may('fees.viewSelf');
const params = z.object({ id });
/** Providers add their own words to the address they send the payer back to. */
const View = z.object({ institution_id: id.optional() });

/** What families owe, and paying it. */
export function myFeesRoutes(app: App): void {
  const { services } = app;

  app.get('/my-fees', { config: own, schema: { querystring: View } }, async (request, reply) => {
    const wanted = request.query.institution_id;
    const [institutions, waiting, payments] = await request.read((db, actor) =>
      Promise.all([
        feesOfFamily(db, actor, wanted),
        waitingPayments(db, actor, wanted),
        paymentsOfFamily(db, actor, wanted),
      ]),
    );
    return reply.page(myFeesPage, { institutions, waiting, payments: payments.rows, isCut: payments.isMore });
  });

  app.post('/my-fees/pay', { config: { ...own, once: true }, schema: { body: PayOnline } }, (request, reply) =>
    reply.once(async (tx, actor) => ({
      go: `/online-payments/${await payOnline(tx, actor, services.secret, request.body)}`,
    })),
  );

  app.post(
    '/my-fees/accounts',
    { config: { ...own, ...theirOwn('Parents pay for their own children.') }, schema: { body: OpenAccount } },
    async (request, reply) => {
      const wanted = await request.write((tx, actor) => accountFor(tx, actor, request.body));
      const opened = await askForAccount(services, await request.publicOrigin(), wanted);
      await request.write((tx, actor) => saveAccount(tx, actor, wanted, opened));
      return reply.flash('The account is open. Transfers into it pay this child’s fees.').seeOther('/my-fees');
    },
  );

  app.get(
    '/my-fees/payments/:id/receipt',
    { config: own, schema: { params }, exposeHeadRoute: false },
    async (request, reply) => {
      const wanted = { id: request.params.id, origin: await request.publicOrigin() };
      const data = await request.snapshot((tx, actor) => familyReceipt(tx, actor, services.files, wanted));
      return reply.pdf({
        title: `receipt ${data.number}`,
        layout: new URL('../../../money/payments/print/receipt.pdf.ts', import.meta.url),
        data,
      });
    },
  );

  // Providers send payers back here.
  app.get('/online-payments/:id', { config: own, schema: { params } }, async (request, reply) => {
    const payment = await request.read((db, actor) => onlinePaymentView(db, actor, request.params.id));
    return reply.page(onlinePaymentPage, { payment });
  });

  app.post(
    '/online-payments/:id/start',
    { config: { ...own, ...theirOwn('Parents pay for their own children.') }, schema: { params } },
    async (request, reply) => {
      const claimed = await request.write((tx, actor) => claimStart(tx, actor, request.params.id));
      const origin = await request.publicOrigin();
      return reply.header('Cache-Control', 'no-store').send(await startOnline(services, origin, claimed));
    },
  );

  app.post(
    '/online-payments/:id/check',
    { config: { ...own, ...theirOwn('Checks one’s own payment with the provider.') }, schema: { params } },
    async (request, reply) => {
      const online = await request.write((tx, actor) => ownPayment(tx, actor, request.params.id));
      const isJustChecked = online.checkedAt !== null && Date.now() - online.checkedAt.getTime() < 2000;
      if (!isJustChecked && online.status !== 'recorded') await checkOnline(services, online);
      const { status, said } = await request.write((tx, actor) => ownPayment(tx, actor, request.params.id));
      return reply.header('Cache-Control', 'no-store').send({ status, said });
    },
  );

  app.post(
    '/online-payments/:id/again',
    { config: { ...own, once: true, ...theirOwn('Parents pay for their own children.') }, schema: { params } },
    (request, reply) =>
      reply.once(async (tx, actor) => ({
        go: `/online-payments/${await againOnline(tx, actor, services.secret, request.params.id)}`,
      })),
  );
}
