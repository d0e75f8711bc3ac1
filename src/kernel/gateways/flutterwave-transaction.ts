import { z } from 'zod';
import { currency, details, idText, naira, optionalText, text, time } from './answers.ts';
import { safeText } from './gateway-errors.ts';
import type { FoundAnswer } from './gateway.ts';

/** Everything else is in progress. */
const statuses: Record<string, FoundAnswer['status']> = {
  successful: 'successful',
  failed: 'failed',
  cancelled: 'abandoned',
};

/** The transaction in an answer of `GET /transactions/:id/verify`. */
export const FlutterwaveTransaction = z
  .object({
    id: idText,
    tx_ref: text,
    status: text,
    amount: naira,
    charged_amount: naira.nullish(),
    currency,
    app_fee: naira.nullish().catch(null),
    payment_type: optionalText,
    processor_response: optionalText,
    flw_ref: optionalText,
    created_at: time,
    meta: z.object({ originatorname: optionalText, bankname: optionalText }).nullish().catch(null),
  })
  .transform((found): FoundAnswer => ({
    status: statuses[found.status] ?? 'pending',
    reference: found.tx_ref,
    providerId: found.id,
    // `amount` is what was asked for: a payer who transferred less is not credited with all of it.
    amount: { minor: Math.min(found.amount, found.charged_amount ?? found.amount), currency: found.currency },
    fee: found.app_fee ?? null,
    paidAt: found.status === 'successful' ? found.created_at : null,
    channel: safeText(found.payment_type),
    account: null,
    raw: details({
      status: found.status,
      response: found.processor_response,
      providerReference: found.flw_ref,
      senderName: found.meta?.originatorname,
      senderBank: found.meta?.bankname,
    }),
  }));
