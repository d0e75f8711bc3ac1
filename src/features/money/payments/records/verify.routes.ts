import { render, query } from '#kernel/database.ts';
import { z } from 'zod';
import { NotFound } from '#kernel/errors.ts';
import { may, type App } from '#web/routes.ts';
import { verifyReceiptPage, type VerifiedReceipt } from '../payments.pages.ts';

/** A school checks a handful of receipts in a minute; guessing codes takes more. */
const perMinute = 30;

/** Whether a receipt is genuine, by the code in its QR. */
export function verifyRoutes(app: App): void {
  app.get(
    '/verify/receipt/:code',
    {
      config: { ...may('public'), rateLimit: { max: perMinute } },
      schema: { params: z.object({ code: z.string().max(100) }) },
    },
    async (request, reply) => {
      const { code } = request.params;
      const receipt = await app.services.database.anonymous(async (tx) => {
        const rows = await query<{ receipt: VerifiedReceipt | null }>(tx, render)`
          select akada_verify_receipt(${code}) as receipt`;
        return rows[0]?.receipt ?? null;
      });
      if (!receipt) throw new NotFound('receipt');
      return reply.header('X-Robots-Tag', 'noindex').page(verifyReceiptPage, receipt);
    },
  );
}
