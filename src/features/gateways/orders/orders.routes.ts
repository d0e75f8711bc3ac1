import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { NotFound } from '#kernel/errors.ts';
import { buyerView } from '#features/orders/buyer/buyer-view.queries.ts';
import { readCode } from '#features/orders/order-code.ts';
import { reactPages } from '#features/site/public/react-pages.ts';
import { may, type App } from '#web/routes.ts';
import { orderPage } from '../gateways.pages.ts';
import { checkOnline } from '../online/check-online.ts';
import { startOnline } from '../online/start-online.ts';
import { canPayOnline } from '../settings/online-settings.ts';
import { BuyPins, buyPins } from './buy-pins.ts';
import { orderFee, PayFee } from './pay-fee.ts';
import { lastAttempt, payOrder } from './pay-order.ts';

const params = z.object({ code: z.string().max(60) });
/** A family opens its order's page a few times a minute; guessing codes takes more. */
const perMinute = 60;
const open = { ...may('public'), rateLimit: { max: perMinute } };

/** Orders of people without an account. The code in the address is all that opens one. */
export function orderRoutes(app: App): void {
  const { services } = app;
  const { database, secret } = services;
  const pages = reactPages(app);

  const keyOf = (code: string) => {
    const key = readCode(secret, code);
    if (!key) throw new NotFound('order');
    return key;
  };

  app.get('/orders/:code', { config: open, schema: { params } }, async (request, reply) => {
    const { code } = request.params;
    const key = keyOf(code);
    const [order, attempt, isOnline] = await database.readAsSystem([key.institutionId], (db) =>
      Promise.all([buyerView(db, secret, key), lastAttempt(db, key), canPayOnline(db, key.institutionId)]),
    );
    if (!order) throw new NotFound('order');
    const online = attempt && { status: attempt.status, said: attempt.said, isTest: attempt.mode === 'test' };
    return reply
      .header('Cache-Control', 'no-store')
      .header('X-Robots-Tag', 'noindex')
      .page(orderPage, { code, order, online: online ?? null, isOnline });
  });

  app.post(
    '/orders',
    { config: { ...may('public'), takesForm: true, rateLimit: { max: 20 } }, schema: { body: BuyPins } },
    async (request, reply) => {
      const origin = await request.publicOrigin();
      const key = await database.asSystem([request.body.institution_id], (tx) => buyPins(tx, origin, request.body));
      return toPay(request, reply, key);
    },
  );

  // A wrong code is answered like an address that does not exist, and tries are limited.
  app.post(
    '/orders/fees',
    { config: { ...may('public'), takesForm: true, rateLimit: { max: 20 } }, schema: { body: PayFee } },
    async (request, reply) => {
      const { institution, code, kind } = request.body;
      const at = await pages.visitOf(request, institution);
      if (!at) throw new NotFound('application');
      const { institutionId } = at.place;
      const origin = await request.publicOrigin();
      const key = await database.asSystem([institutionId], (tx) =>
        orderFee(tx, { institutionId, code, secret }, { kind, origin }),
      );
      return toPay(request, reply, key);
    },
  );

  app.post('/orders/:code/pay', { config: { ...open, takesForm: true }, schema: { params } }, async (request, reply) =>
    toPay(request, reply, keyOf(request.params.code)),
  );

  app.post('/orders/:code/check', { config: open, schema: { params } }, async (request, reply) => {
    const key = keyOf(request.params.code);
    const look = () =>
      database.readAsSystem([key.institutionId], (db) =>
        Promise.all([buyerView(db, secret, key), lastAttempt(db, key)]),
      );
    const [, attempt] = await look();
    const isJustChecked = attempt?.checkedAt && Date.now() - attempt.checkedAt.getTime() < 2000;
    if (attempt && !isJustChecked && attempt.status !== 'recorded') await checkOnline(services, attempt);
    const [order, now] = await look();
    return reply.header('Cache-Control', 'no-store').send({ status: order?.status, said: now?.said ?? null });
  });

  /** Sends the buyer to the provider's page, or to the order's own page if that is not possible. */
  async function toPay(request: FastifyRequest, reply: FastifyReply, key: ReturnType<typeof keyOf>) {
    const claimed = await database.asSystem([key.institutionId], (tx) => payOrder(tx, secret, key));
    const { page, problem } = await startOnline(services, await request.publicOrigin(), claimed);
    if (problem) reply.flash({ message: problem, tone: 'bad' });
    const go = page ?? claimed.returnTo;
    // The island of a public page follows it by itself.
    const isQuestion = request.headers['x-requested-with'] === 'XMLHttpRequest';
    return isQuestion && request.headers['x-inertia'] === undefined ? reply.send({ go }) : reply.loadFully(go);
  }
}
