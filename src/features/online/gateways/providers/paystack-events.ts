import { z } from 'zod';
import { eventId, eventReference as reference } from './answers.ts';
import type { GatewayEvent } from './gateway.ts';
import { receiverOf } from './paystack-receiver.ts';

const Charge = z.object({ id: eventId, reference });
const Refund = z.object({ transaction_reference: reference });
const Dispute = z.object({ transaction: z.object({ reference }) });

/** https://paystack.com/docs/payments/webhooks */
export function readPaystackEvent(body: unknown): GatewayEvent | null {
  const { event, data } = z.object({ event: z.string(), data: z.unknown() }).safeParse(body).data ?? {};
  if (event === 'charge.success') return chargeOf(data);
  if (event === 'refund.processed') return about('refund', Refund.safeParse(data).data?.transaction_reference);
  if (event === 'charge.dispute.create') return about('dispute', Dispute.safeParse(data).data?.transaction.reference);
  return null;
}

const about = (kind: 'refund' | 'dispute', of: string | undefined): GatewayEvent | null =>
  of ? { kind, reference: of, providerId: null, account: null } : null;

/** The rest is asked for: nothing in an event is credited. */
function chargeOf(data: unknown): GatewayEvent | null {
  const charge = Charge.safeParse(data).data;
  if (!charge) return null;
  const { isTransfer, account } = receiverOf(data);
  return {
    kind: isTransfer ? 'transfer' : 'charge',
    reference: charge.reference,
    providerId: charge.id ?? null,
    account,
  };
}
