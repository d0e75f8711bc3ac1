import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { TooMany } from '#kernel/errors.ts';
import { GatewayRefused, GatewayUnreachable } from '../providers/gateway-errors.ts';
import type { FoundAnswer, GatewayAnswer, GatewayEvent } from '../providers/gateway.ts';
import { payments } from '#features/money/payments/payments.schema.ts';
import { providers, type Provider } from '../gateways.ts';
import { gatewayInUse, type GatewayInUse, type GatewayServices } from '../providers/gateway-of.ts';
import { insertReview } from '../review/open-review.ts';
import { askAbout, findByReference } from './check-online.ts';
import { creditTransfer } from './credit-transfer.ts';

interface Received {
  institutionId: number;
  provider: Provider;
  event: GatewayEvent;
}

/**
 * What a verified webhook leads to. The provider is asked before the returned work runs in the transaction of the
 * webhook; what the event itself says counts for nothing but which payment to ask about.
 */
export async function receiveEvent(
  services: GatewayServices,
  received: Received,
): Promise<(tx: Tx, actor: Actor) => Promise<void>> {
  const { institutionId, provider, event } = received;
  const online = await findByReference(services, institutionId, event.reference);
  if (event.kind === 'charge' && online)
    return askAbout(services, online, provider === 'flutterwave' ? event.providerId : null);
  const inUse = await gatewayInUse(services, provider, institutionId);
  if (!inUse) return async () => {};
  const answer = await askOrFail(inUse, event);
  if (event.kind === 'refund' || event.kind === 'dispute') return about(received, inUse, answer);
  if (answer.status !== 'successful') return async () => {};
  const other =
    answer.reference === event.reference ? null : await findByReference(services, institutionId, answer.reference);
  if (other) return askAbout(services, other);
  return credited(received, inUse, answer);
}

/** Nothing of ours is waiting for it, so only the provider can try again: it does when it gets no success. */
async function askOrFail({ gateway, settings }: GatewayInUse, event: GatewayEvent): Promise<GatewayAnswer> {
  try {
    const { reference, providerId } = event;
    return await gateway.query({ reference, providerId: gateway.name === 'flutterwave' ? providerId : null, settings });
  } catch (error) {
    if (error instanceof GatewayUnreachable || error instanceof GatewayRefused) throw new TooMany(60, error.message);
    throw error;
  }
}

/** Money under a reference that is not ours: of a student's own account, or somebody has to look. */
const credited =
  ({ institutionId, provider }: Received, { mode }: GatewayInUse, answer: FoundAnswer) =>
  async (tx: Tx, actor: Actor): Promise<void> => {
    const { reference } = answer;
    const reported = { institutionId, provider, mode, reference, answer };
    if (await paymentWith(tx, institutionId, provider, reference)) return;
    if (answer.account !== null) return creditTransfer(tx, actor, reported);
    await insertReview(tx, reported, 'unknown');
  };

/** The provider takes money back, or the payer demands it: a person decides what becomes of the credit. */
const about =
  ({ institutionId, provider, event }: Received, { mode }: GatewayInUse, answer: GatewayAnswer) =>
  async (tx: Tx): Promise<void> => {
    const { reference } = event;
    const paymentId = await paymentWith(tx, institutionId, provider, reference);
    const found = answer.status === 'unknown' ? null : answer;
    const details = { event: `${providers[provider]}: ${event.kind}` };
    await insertReview(
      tx,
      { institutionId, provider, mode, reference, answer: found, paymentId, details },
      event.kind === 'dispute' ? 'dispute' : 'reversed',
    );
  };

async function paymentWith(tx: Tx, institutionId: number, provider: string, reference: string): Promise<number | null> {
  const [row] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.institutionId, institutionId),
        eq(payments.channel, 'gateway'),
        eq(payments.provider, provider),
        eq(payments.reference, reference),
      ),
    )
    .limit(1);
  return row?.id ?? joinedTo(tx, institutionId, provider, reference);
}

/** The payment that a transfer was joined to, because somebody had recorded it already. */
async function joinedTo(tx: Tx, institutionId: number, provider: string, reference: string): Promise<number | null> {
  const [row] = await query<{ id: number }>(
    tx,
    sql`select payment_id as id from online_reviews where institution_id = ${institutionId} and provider = ${provider}
      and reference = ${reference} and reason = 'recorded' and state = 'joined'`,
  );
  return row ? Number(row.id) : null;
}
