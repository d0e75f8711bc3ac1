import type { FastifyReply, FastifyRequest } from 'fastify';
import { NotFound } from '#kernel/errors.ts';
import { buyerView } from '#features/online/orders/buyer/buyer-view.queries.ts';
import type { OrderKey } from '#features/online/orders/order-code.ts';
import type { ReactPages } from '#features/school/site/public/react-pages.ts';
import type { App } from '#web/routes.ts';
import { orderPage } from '../gateways.pages.ts';
import { checkOnline } from '../online/check-online.ts';
import { canPayOnline } from '../settings/online-settings.ts';
import { orderProps } from './order-view.ts';
import { lastAttempt } from './pay-order.ts';

const heading = { title: 'Your order', description: 'Your order and its payment.', path: null };

/** The buyer's page of an order. */
export function orderPages({ services }: App, pages: ReactPages) {
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
