import { eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { GatewayRefused, GatewayUnreachable } from '../providers/gateway-errors.ts';
import { onlinePayments } from '../gateways.schema.ts';
import { gatewayInUse, type GatewayServices } from '../providers/gateway-of.ts';
import { lockOwnPayment, whereOnline, type OnlinePayment } from './own-payment.ts';

/** The provider's page, if it is known; otherwise the payment is claimed, so that the provider is asked once. */
export async function claimStart(tx: Tx, actor: Actor, id: number): Promise<Claimed> {
  const payment = await lockOwnPayment(tx, actor, id);
  const isClaimed = payment.status === 'recorded';
  if (isClaimed) await tx.update(onlinePayments).set({ status: 'starting' }).where(whereOnline(payment));
  const [account] = await tx
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, payment.accountId!));
  const email = account?.email ?? null;
  return { payment, isClaimed, email, name: actor.name, returnTo: `/online-payments/${payment.id}` };
}

/** A payment whose provider is asked for its page, once. */
export interface Claimed {
  payment: OnlinePayment;
  isClaimed: boolean;
  email: string | null;
  name: string;
  /** Where the provider sends the payer back to. */
  returnTo: string;
}

export interface StartAnswer {
  /** Where the payer pays. */
  page: string | null;
  /** What went wrong, for the payer. */
  problem: string | null;
}

/** Asks the provider for its page. The reference has been stored and committed before. */
export async function startOnline(
  services: GatewayServices,
  origin: string,
  { payment, isClaimed, email, name, returnTo }: Claimed,
): Promise<StartAnswer> {
  const { institutionId, provider, reference, amount, currency } = payment;
  if (!isClaimed) return { page: payment.status === 'open' ? payment.page : null, problem: null };
  const inUse = await gatewayInUse(services, provider, institutionId);
  try {
    if (!inUse) throw new GatewayRefused(provider, 'the keys are missing');
    const page = await inUse.gateway.start({
      settings: inUse.settings,
      reference,
      amount: { minor: amount, currency },
      email: email ?? `payer-${reference.toLowerCase()}@${new URL(origin).hostname}`,
      name,
      returnTo: `${origin}${returnTo}`,
    });
    await save(services, payment, { status: 'open', page, said: null });
    return { page, problem: null };
  } catch (error) {
    if (!(error instanceof GatewayUnreachable) && !(error instanceof GatewayRefused)) throw error;
    // Unreachable: the provider may know the payment all the same, so it is asked about it later.
    await save(services, payment, { said: error.message.slice(0, 300) });
    return {
      page: null,
      problem:
        error instanceof GatewayUnreachable
          ? `${error.message} Nothing has been paid.`
          : 'Online payment doesn’t work at the moment. Please tell the school office.',
    };
  }
}

/** Unless a webhook was faster and the payment is no longer waiting. */
const save = (
  { database }: GatewayServices,
  payment: OnlinePayment,
  changes: Partial<Pick<OnlinePayment, 'status' | 'page' | 'said'>>,
) =>
  database.asSystem([payment.institutionId], (tx) =>
    tx
      .update(onlinePayments)
      .set(changes)
      .where(sql`${whereOnline(payment)} and ${onlinePayments.status} = 'starting'`),
  );
