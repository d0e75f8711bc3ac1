import { and, eq, sql } from 'drizzle-orm';
import { systemActor, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { GatewayRefused, GatewayUnreachable } from '../providers/gateway-errors.ts';
import type { GatewayAnswer } from '../providers/gateway.ts';
import { onlinePayments } from '../gateways.schema.ts';
import { providers } from '../gateways.ts';
import { gatewayInUse, type GatewayServices } from '../providers/gateway-of.ts';
import { nextCheck } from './next-check.ts';
import { whereOnline, type OnlinePayment } from './own-payment.ts';
import { settleOnline } from './settle-online.ts';

type Apply = (tx: Tx, actor: Actor) => Promise<void>;

/** Asks the provider about a payment and applies the answer. Never throws for what the provider does. */
export async function checkOnline(
  services: GatewayServices,
  online: OnlinePayment,
  providerId?: string | null,
): Promise<void> {
  const apply = await askAbout(services, online, providerId);
  const { institutionId, provider } = online;
  await services.database.asSystem([institutionId], (tx) => apply(tx, systemActor(institutionId, providers[provider])));
}

/** Asks the provider, with no transaction open meanwhile, and returns what is to be done with the answer. */
export async function askAbout(
  services: GatewayServices,
  online: OnlinePayment,
  providerId?: string | null,
): Promise<Apply> {
  if (online.status === 'paid') return async () => {};
  try {
    const answers = [await ask(services, online, providerId)];
    // Asked by a number from an event whose body nobody signed: the answer says what it is really about.
    const isOther = providerId && (answers[0]!.status === 'unknown' || answers[0]!.reference !== online.reference);
    if (isOther) answers.push(await ask(services, online));
    return async (tx, actor) => {
      for (const answer of answers) await settleOnline(tx, actor, services.secret, online, answer);
    };
  } catch (error) {
    if (!(error instanceof GatewayUnreachable) && !(error instanceof GatewayRefused)) throw error;
    return (tx) => postpone(tx, online, error);
  }
}

const asking = new Map<string, Promise<GatewayAnswer>>();

/** The same question that is being asked already is not asked again: an event comes several times at once. */
function ask(
  services: GatewayServices,
  { institutionId, provider, reference }: OnlinePayment,
  providerId?: string | null,
): Promise<GatewayAnswer> {
  const key = [institutionId, provider, reference, providerId ?? ''].join(' ');
  const known = asking.get(key);
  if (known) return known;
  const asked = (async () => {
    const inUse = await gatewayInUse(services, provider, institutionId);
    if (!inUse) throw new GatewayRefused(providers[provider], 'the keys are missing');
    return inUse.gateway.query({ reference, providerId: providerId ?? null, settings: inUse.settings });
  })().finally(() => asking.delete(key));
  asking.set(key, asked);
  return asked;
}

/** No answer: the job asks again. */
async function postpone(tx: Tx, online: OnlinePayment, error: GatewayUnreachable | GatewayRefused): Promise<void> {
  await tx
    .update(onlinePayments)
    .set({
      said: error.message.slice(0, 300),
      checkedAt: sql`now()`,
      checks: sql`${onlinePayments.checks} + 1`,
      nextCheckAt: nextCheck(online),
    })
    .where(sql`${whereOnline(online)} and ${onlinePayments.status} not in ('paid', 'handled')`);
}

/** The online payment with a reference, if it is one of ours. */
export const findByReference = (services: GatewayServices, institutionId: number, reference: string) =>
  services.database.readAsSystem([institutionId], async (db) => {
    const [row] = await db
      .select()
      .from(onlinePayments)
      .where(and(eq(onlinePayments.institutionId, institutionId), eq(onlinePayments.reference, reference)));
    return row;
  });
