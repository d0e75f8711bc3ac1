import { z } from 'zod';
import { currency, details, idText, kobo, optionalText, text, time } from './answers.ts';
import { safeText } from '#kernel/safe-text.ts';
import type { FoundAnswer } from './gateway.ts';
import { receiverOf } from './paystack-receiver.ts';

/** Everything else is in progress: ongoing, pending, processing, queued. */
const statuses: Record<string, FoundAnswer['status']> = {
  success: 'successful',
  failed: 'failed',
  abandoned: 'abandoned',
  reversed: 'reversed',
};

const Verified = z.object({
  id: idText,
  status: text,
  reference: text,
  amount: kobo,
  currency,
  channel: optionalText,
  fees: kobo.nullish().catch(null),
  paid_at: time,
  domain: optionalText,
  gateway_response: optionalText,
  // Cards are in here too; only these fields are read.
  authorization: z
    .object({ sender_name: optionalText, sender_bank: optionalText, narration: optionalText })
    .nullish()
    .catch(null),
});

/** The transaction in an answer of `GET /transaction/verify/:reference`. */
export const PaystackTransaction: z.ZodType<FoundAnswer> = z.unknown().transform((data, context): FoundAnswer => {
  const { data: found } = Verified.safeParse(data);
  if (!found) {
    context.addIssue('Not a transaction.');
    return z.NEVER;
  }
  return {
    status: statuses[found.status] ?? 'pending',
    reference: found.reference,
    providerId: found.id,
    amount: { minor: found.amount, currency: found.currency },
    fee: found.fees ?? null,
    paidAt: found.paid_at,
    channel: safeText(found.channel),
    account: receiverOf(data).account,
    raw: details({
      status: found.status,
      domain: found.domain,
      response: found.gateway_response,
      senderName: found.authorization?.sender_name,
      senderBank: found.authorization?.sender_bank,
      narration: found.authorization?.narration,
    }),
  };
});
