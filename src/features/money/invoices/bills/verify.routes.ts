import { render, query } from '#kernel/database.ts';
import { z } from 'zod';
import { NotFound } from '#kernel/errors.ts';
import { may, type App } from '#web/routes.ts';
import { type VerifiedBill, verifyBillPage } from './bills.routes.ts';

/** Guessing a code is hopeless; this keeps a visitor from trying. */
const rateLimit = { max: 60, timeWindow: '1 minute' };
const params = z.object({ code: z.string().regex(/^[A-Za-z0-9_-]{16}$/) });

/** A public page that confirms a printed bill is genuine. It shows initials instead of a name. */
export function verifyBillRoutes(app: App): void {
  const { database } = app.services;
  app.get(
    '/verify/bill/:code',
    { config: { ...may('public'), rateLimit }, schema: { params } },
    async (request, reply) => {
      const bill = await database.anonymous(async (tx) => {
        const rows = await query<VerifiedBill>(tx, render)`
        select institution, number, title, issued_on as "issuedOn", total, open, currency, batch, initials,
          case when is_cancelled then 'cancelled' when open = 0 then 'paid' when is_overdue then 'overdue' else 'open' end
            as state
        from akada_bill_by_code(${request.params.code})`;
        return rows[0];
      });
      if (!bill) throw new NotFound('bill');
      reply.header('X-Robots-Tag', 'noindex, nofollow').header('Cache-Control', 'no-store');
      return reply.page(verifyBillPage, { bill });
    },
  );
}
