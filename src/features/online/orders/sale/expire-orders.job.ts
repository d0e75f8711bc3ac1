import { render, type Database, query } from '#kernel/database.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { lockOrder } from '../order-code.ts';
import { endOrder, serveNext, type ServeServices } from './orders.ts';

/** Ends orders that nobody paid in time: what they reserved goes to buyers who have paid and wait, then on sale again. */
export const expireOrdersWhenDue: Job<ServeServices> = {
  queue: 'orders.expire',
  due: 'select from akada_orders_due(1) union all select from akada_pins_waited_for()',
  async work(services, _data, signal) {
    await expireOrders(services.database, signal);
    await serveNext(services, signal);
  },
};

const ordersPerRun = 400;

export async function expireOrders(database: Database, signal?: AbortSignal): Promise<void> {
  const rows = await database.anonymous(
    (tx) =>
      query<{ institutionId: number; id: number }>(tx, render)`
      select institution_id as "institutionId", id from akada_orders_due(${ordersPerRun})`,
  );
  for (const { institutionId, id } of rows) {
    if (signal?.aborted) return;
    await database.asSystem([institutionId], async (tx) => {
      const order = await lockOrder(tx, institutionId, Number(id));
      // Somebody may be paying again.
      if (order && order.expiresAt <= new Date()) await endOrder(tx, order, 'expired');
    });
  }
}
