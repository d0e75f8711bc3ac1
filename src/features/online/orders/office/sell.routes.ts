import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { membershipIn, institutionChoice } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id } from '#kernel/schemas.ts';
import { Requested } from '#features/records/approvals/request-approval.ts';
import { openDayOf } from '#features/money/cashier/days/open-day.ts';
import { may, type App } from '#web/routes.ts';
import { sellPage } from '../orders.pages.ts';
import { orderNumber } from '../orders.ts';
import { RefundOrder, refundOrder } from './refund-order.ts';
import { sell } from './sell.ts';
import { SellPins } from './sell-fields.ts';
import { slipOf } from './slip.queries.ts';
import { type Db, query } from '#kernel/database.ts';

const selling = may('payments.take');
const params = z.object({ id });

/** Pins sold at the office, and orders refunded. */
export function sellRoutes(app: App): void {
  const { secret } = app.services;

  app.get(
    '/pin-sales/new',
    { config: selling, schema: { querystring: z.object(viewFields) } },
    async (request, reply) => {
      const props = await request.read(async (db, actor) => {
        const choice = institutionChoice(actor, request.query.institution_id, 'payments.take');
        const { institutionId } = choice;
        const [day, kinds, sellers] = await Promise.all([
          openDayOf(db, actor, institutionId),
          kindsToSell(db, institutionId),
          sellersToPay(db, institutionId),
        ]);
        const { currency, timeZone } = membershipIn(actor, institutionId)!;
        return { ...choice, currency, today: today(timeZone), day, kinds, sellers };
      });
      return reply.page(sellPage, props);
    },
  );

  app.post('/pin-sales', { config: { ...selling, once: true }, schema: { body: SellPins } }, async (request, reply) => {
    const origin = await request.publicOrigin();
    return reply.once(async (tx, actor) => {
      const sold = await sell(tx, actor, { secret, origin }, request.body);
      return { flash: `${orderNumber(sold.number)} is paid.`, go: `/pin_transactions/${sold.id}` };
    });
  });

  // A POST, because each print is recorded.
  app.post(
    '/pin-sales/:id/slip',
    {
      config: { ...selling, takesForm: true, ...allowedForOwnFamily('A copy of what was paid for.') },
      schema: { params },
    },
    async (request, reply) => {
      const slip = await request.write((tx, actor) => slipOf(tx, actor, secret, request.params.id));
      return reply.pdf({
        title: `pins ${slip.order}`,
        layout: new URL('../print/pin-slip.pdf.ts', import.meta.url),
        data: slip,
      });
    },
  );

  app.post(
    '/pin_transactions/:id/refund',
    { config: { ...may('payments.reverse'), once: true, confirm: true }, schema: { params, body: RefundOrder } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const done = await refundOrder(tx, actor, request.params.id, request.body);
        const flash =
          done instanceof Requested
            ? { message: done.message, tone: 'info' as const }
            : `${done} is refunded. Hand the money over from its payment.`;
        return { flash, go: `/pin_transactions/${request.params.id}` };
      }),
  );
}

/** What a cashier can sell: types with a price, and how many pins can be printed on a slip. */
async function kindsToSell(db: Db, institutionId: number) {
  const rows = await query<{ id: number; name: string; price: number; stock: number }>(db)`
    select k.id, k.name, k.price, (select count(*)::int from pins p where p.institution_id = k.institution_id
      and p.kind_id = k.id and p.status = 'available' and not p.is_card
      and p.expires_on >= (now() at time zone i.time_zone)::date) as stock
    from pin_kinds k join institutions i on i.id = k.institution_id
    where k.institution_id = ${institutionId} and k.archived_at is null and k.price > 0 order by k.name`;
  return rows.map((row) => ({ ...row, id: Number(row.id), price: Number(row.price) }));
}

/** Sellers whose sales the office receives. */
async function sellersToPay(db: Db, institutionId: number) {
  const rows = await query<{ id: number; name: string }>(db)`
    select id, name from pin_sellers where institution_id = ${institutionId} and archived_at is null order by name`;
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}
