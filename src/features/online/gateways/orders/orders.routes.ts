import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { NotFound } from '#kernel/errors.ts';
import { showAgain, wantsPage, type FilledForm, typedOf } from '#features/school/site/public/form-answers.ts';
import { ownPage, ownRoutes } from '#features/admission/admissions/public/own-page.ts';
import { startPage } from '#features/admission/admissions/public/addresses.ts';
import { readCode, type OrderKey } from '#features/online/orders/order-code.ts';
import { checkPage } from '#features/results/results/public/public-results.queries.ts';
import type { Visit, ReactPages } from '#features/school/site/public/react-pages.ts';
import { knownOrigin } from '#kernel/public-origin.ts';
import { may, type App } from '#web/routes.ts';
import { startOnline } from '../online/pay-online.ts';
import {
  BuyPins,
  buyPins,
  payOrder,
  lastAttempt,
  orderFee,
  PayFee,
  orderMessage,
  type KnownOrder,
} from './buy-pins.ts';
import { buyerView } from '#features/online/orders/buyer/buyer-view.queries.ts';
import { orderPage, type OrderProps } from '../gateways.pages.ts';
import { checkOnline } from '../online/settle-online.ts';
import { canPayOnline } from '../settings/save-keys.ts';
import { formatDay } from '#kernel/dates.ts';
import { money } from '#ui/format.ts';
import { orderKinds, orderNumber } from '#features/online/orders/orders.ts';
import { secretText, serialText } from '#features/money/pins/pins.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';
import { resultAddresses } from '#features/results/results/public/opening.ts';

const params = z.object({ code: z.string().max(60) });
/** A family opens its order's page a few times a minute; guessing codes takes more. */
const perMinute = 60;
const open = { ...may('public'), rateLimit: { max: perMinute } };
const buying = { ...may('public'), takesForm: true, rateLimit: { max: 20 } };

/** Orders of people without an account. The code in the address is all that opens one. */
export function orderRoutes(app: App): void {
  const { services } = app;
  const { database, secret } = services;
  const own = ownRoutes(app);
  const { pages } = own;
  const start = startPage(app);
  const check = checkPage(app);
  const order = orderPages(app, pages);

  const keyOf = (code: string) => {
    const key = readCode(secret, code);
    if (!key) throw new NotFound('order');
    return key;
  };

  app.get('/orders/:code', { config: open, schema: { params } }, async (request, reply) => {
    const { code } = request.params;
    const { at, page, ...shown } = await order.show(request, reply, keyOf(code), code);
    return pages.send(reply.header('X-Robots-Tag', 'noindex'), at, page, shown);
  });

  app.post(
    '/orders',
    {
      config: buying,
      schema: { body: BuyPins },
      errorHandler: (error, request, reply) => {
        // The form for result pins is on another page.
        const shownOn = typedOf(request.body)['for'] === 'result' ? resultPage : startPageOf;
        return showAgain(pages, request, reply, error, () => boughtOn(request, reply, error, shownOn));
      },
    },
    async (request, reply) => {
      const { institution_id: institutionId } = request.body;
      const at = await pages.visitIn(request, institutionId);
      const by = {
        origin: knownOrigin(at.to.links),
        visitor: { secret, address: request.ip, cookie: reply.visitor() },
      };
      const key = await database.asSystem([institutionId], (tx) => buyPins(tx, by, request.body));
      return toPay(request, reply, key);
    },
  );

  // A wrong code is answered like an address that does not exist, and tries are limited.
  app.post(
    '/orders/fees',
    {
      config: buying,
      schema: { body: PayFee },
      errorHandler: (error, request, reply) =>
        showAgain(pages, request, reply, error, async () => {
          const { code = '', institution: slug = '' } = typedOf(request.body);
          const here = await own.find(request, reply, { slug, code });
          return here && ownPage(pages, here);
        }),
    },
    async (request, reply) => {
      const { institution, code, kind } = request.body;
      const at = await pages.visitOf(request, institution);
      if (!at) throw new NotFound('application');
      const { institutionId } = at.place;
      const key = await database.asSystem([institutionId], (tx) =>
        orderFee(tx, { institutionId, code, secret }, { kind, origin: knownOrigin(at.to.links) }),
      );
      return toPay(request, reply, key);
    },
  );

  app.post(
    '/orders/:code/pay',
    {
      config: { ...open, takesForm: true },
      schema: { params },
      errorHandler: (error, request, reply) =>
        showAgain(pages, request, reply, error, () => {
          const { code } = request.params as z.infer<typeof params>;
          return order.show(request, reply, keyOf(code), code);
        }),
    },
    async (request, reply) => toPay(request, reply, keyOf(request.params.code)),
  );

  app.post(
    '/orders/:code/check',
    { config: { ...open, takesForm: true }, schema: { params } },
    async (request, reply) => {
      const { code } = request.params;
      const { order: now, online } = await order.check(keyOf(code));
      if (wantsPage(request)) return reply.seeOther(`/orders/${code}`);
      return reply.header('Cache-Control', 'no-store').send({ status: now.status, said: online?.said ?? null });
    },
  );

  type Buyer = { values: Record<string, string>; errors: Record<string, string>; message: string };
  const startPageOf = (at: Visit, reply: FastifyReply, program: string, buyer: Buyer) =>
    start(at, reply, { program_id: program }, buyer) as Promise<FilledForm>;
  const resultPage = (at: Visit, reply: FastifyReply, _: string, buyer: Buyer) =>
    check(at, reply, {}, buyer) as Promise<FilledForm>;

  /** The page with the refused order, in the institution that the form names. */
  async function boughtOn(request: FastifyRequest, reply: FastifyReply, error: Error, page: typeof startPageOf) {
    const { institution_id: institution, program_id: program = '', ...values } = typedOf(request.body);
    const at = BuyPins.shape.institution_id.safeParse(institution);
    if (!at.success) return null;
    const visit = await pages.visitIn(request, at.data);
    if (visit.place.isAlone) return null;
    const { errors = {}, message } = request.problemsOf(error);
    return { ...(await page(visit, reply, program, { values, errors, message })), isFilled: true };
  }

  /** Sends the buyer to the provider's page, or to the order's own page if that is not possible. */
  async function toPay(request: FastifyRequest, reply: FastifyReply, key: OrderKey) {
    const { place } = await pages.visitIn(request, key.institutionId);
    const visitor = { secret, address: request.ip, cookie: reply.visitor() };
    const claimed = await database.asSystem([key.institutionId], (tx) => payOrder(tx, visitor, key));
    // Back to the host that the buyer is on.
    const { page } = await startOnline(services, place.origin, claimed);
    const go = page ?? claimed.returnTo;
    // The script of a page follows it by itself.
    return wantsPage(request) ? reply.seeOther(go) : reply.send({ go });
  }
}

const heading = { title: 'Your order', description: 'Your order and its payment.', path: null };

/** The buyer's page of an order. */
function orderPages({ services }: App, pages: ReactPages) {
  const { database, secret } = services;

  const look = async (key: OrderKey) => {
    const [order, online, isOnline] = await database.readAsSystem([key.institutionId], (db) =>
      Promise.all([buyerView(db, secret, key), lastAttempt(db, key), canPayOnline(db, key.institutionId)]),
    );
    if (!order) throw new NotFound('order');
    return { order, online, isOnline };
  };

  return {
    async show(request: FastifyRequest, reply: FastifyReply, key: OrderKey, code: string) {
      const { order, online, isOnline } = await look(key);
      const at = await pages.visitIn(request, key.institutionId);
      const attempt = online ? { ...online, isTest: online.mode === 'test' } : null;
      const props = orderProps({ order, online: attempt, isOnline }, code, reply.formToken(), at);
      return { at, heading, page: orderPage, props };
    },

    /** Asks the provider, unless that was a moment ago. */
    async check(key: OrderKey) {
      const before = await look(key);
      const { online } = before;
      const isJustChecked = online?.checkedAt && Date.now() - online.checkedAt.getTime() < 2000;
      if (!online || isJustChecked || online.status === 'recorded') return before;
      await checkOnline(services, online);
      return look(key);
    },
  };
}

const orderAddress = (code: string) => `/orders/${code}`;

/** The buyer's page in words. */
function orderProps(known: KnownOrder, code: string, csrf: string, { place, site, to }: Visit): OrderProps {
  const { isOnline, online, order } = known;
  const { amount, currency, pinType, quantity, receipt, status, unitPrice } = order;
  const { pay, ...words } = orderMessage(known);
  const name = order.pinName ?? orderKinds[order.kind];
  const isUsable = !place.isAlone;
  const isResult = pinType === 'result';
  return {
    csrf,
    values: {},
    errors: {},
    message: null,
    ...words,
    status,
    action: `${orderAddress(code)}/pay`,
    check: `${orderAddress(code)}/check`,
    pay: (isOnline && pay) || null,
    isWaiting: (online?.status === 'open' || online?.status === 'starting') && status !== 'fulfilled',
    isTest: online?.isTest ?? false,
    pinName: order.pinName,
    pins: order.pins.map(({ expiresOn, lastFour, secret, serial, status: state }) => ({
      serial: serialText(serial),
      isOver: state === 'used' || state === 'void',
      secret: secret ? secretText(secret) : `•••• •••• ${lastFour ?? '••••'}`,
      note: pinNotes[state] ?? `Valid until ${formatDay(expiresOn)}`,
      use: secret && isUsable ? withPin(isResult ? resultAddresses(site.slug).form : to.apply(), serial, secret) : null,
    })),
    useLabel: isResult ? 'Open a result with it' : 'Use it in the application form',
    instructions: order.instructions,
    facts: [
      { label: 'Order', value: orderNumber(order.number) },
      { label: 'For', value: quantity > 1 ? `${quantity} × ${name}, ${money(unitPrice, currency)} each` : name },
      { label: 'Amount', value: money(amount, currency) },
      ...(receipt === null ? [] : [{ label: 'Receipt', value: receiptNumber(receipt) }]),
    ],
  };
}

/** Behind the address, which no server sees. */
const withPin = (address: string, serial: number, secret: string) => `${address}#pin=${serialText(serial)}-${secret}`;

const pinNotes: Record<string, string | undefined> = { used: 'Used', void: 'Void: replaced or refunded' };
