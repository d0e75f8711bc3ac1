import { and, eq, sql, asc } from 'drizzle-orm';
import { systemActor, type Actor } from '#kernel/actor.ts';
import { type Tx, prepareOnce, query } from '#kernel/database.ts';
import { GatewayRefused, GatewayUnreachable } from '../providers/gateway-errors.ts';
import { type GatewayAnswer, differences, type FoundAnswer } from '../providers/gateway.ts';
import { onlinePayments, onlinePaymentItems } from '../gateways.schema.ts';
import { providers } from '../gateways.ts';
import { gatewayInUse, type GatewayServices } from '../providers/gateway-of.ts';
import { lockOrder } from '#features/online/orders/order-code.ts';
import type { Order } from '#features/online/orders/orders.schema.ts';
import { settleOrder, endOrder } from '#features/online/orders/sale/orders.ts';
import { lockPayment } from '#features/money/payments/receive-payment.ts';
import {
  endPending,
  reopenPending,
  settleWithCommit,
  type LockedPayment,
} from '#features/money/payments/settle-pending.ts';
import { closeReviews, openReview } from '../review/reviews.ts';
import { moneyDay } from './receive-transfer.ts';
import { notifyOfPayment, whereOnline, type OnlinePayment } from './plan-payment.ts';

type Apply = (tx: Tx, actor: Actor) => Promise<void>;

/** Asks the provider about a payment and applies the answer. Never throws for what the provider does. */
export async function checkOnline(services: GatewayServices, online: OnlinePayment, providerId?: string | null) {
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

/**
 * Applies what the provider answered about a payment, once: for a webhook, the return page or the job. Locks the students
 * or the order, then the online payment and the payment, and decides by what it finds behind the locks.
 */
export async function settleOnline(tx: Tx, actor: Actor, secret: Buffer, seen: OnlinePayment, answer: GatewayAnswer) {
  const { institutionId, paymentId } = seen;
  const order = seen.orderId === null ? null : (await lockOrder(tx, institutionId, seen.orderId))!;
  // Sent together, carried out in this order.
  const [students, [online], payment] = await Promise.all([
    lockPayers(tx, institutionId, paymentId!),
    prepareOnce(tx.select().from(onlinePayments).where(whereOnline(seen)).for('no key update')),
    lockPayment(tx, institutionId, paymentId!),
  ]);
  const outcome = await apply(tx, actor, { online: online!, payment: payment!, students, order, secret }, answer);
  if (order && outcome.status === 'failed' && order.status === 'created' && !(await isWaiting(tx, online!)))
    await endOrder(tx, order, 'failed');
  await prepareOnce(
    tx
      .update(onlinePayments)
      .set({
        ...outcome,
        checkedAt: sql`now()`,
        checks: sql`${onlinePayments.checks} + 1`,
        nextCheckAt: outcome.status === 'paid' ? null : nextCheck(online!),
      })
      .where(whereOnline(online!)),
  );
}

interface Locked {
  online: OnlinePayment;
  payment: LockedPayment;
  students: Awaited<ReturnType<typeof lockPayers>>;
  /** What is paid for, if it is no fee of a student. */
  order: Order | null;
  secret: Buffer;
}
type Outcome = Pick<OnlinePayment, 'status' | 'said'> & { providerId?: string };

async function apply(tx: Tx, actor: Actor, locked: Locked, answer: GatewayAnswer): Promise<Outcome> {
  const { online, payment } = locked;
  const said = answer.status;
  if (online.status === 'paid' || online.status === 'handled') {
    if (answer.status === 'reversed') await openReview(tx, online, 'reversed', answer);
    return { status: online.status, said: online.said };
  }
  if (answer.status === 'successful') return credit(tx, actor, locked, answer);
  if (online.status === 'review') return { status: 'review', said };
  // A bank transfer under way may take days; one that nobody has begun is given up sooner.
  const patience = said === 'pending' ? askForHours : giveUpAfterHours;
  const isOld = Date.now() - online.createdAt.getTime() > patience * 3_600_000;
  const ending = said === 'failed' || said === 'reversed' ? 'failed' : isOld ? 'abandoned' : null;
  if (!ending) return { status: online.status, said };
  const name = providers[online.provider];
  if (payment.status === 'pending')
    await endPending(tx, actor, payment, ending, ending === 'failed' ? `${name}: ${said}` : `Not paid at ${name}`);
  return { status: ending, said };
}

/** The provider has the money: credits it, or hands it to a person if it is not what was asked for. */
async function credit(tx: Tx, actor: Actor, locked: Locked, answer: FoundAnswer): Promise<Outcome> {
  const { online, payment, students, order, secret } = locked;
  const { institutionId, amount: minor, currency, provider } = online;
  const [different] = differences(answer, { reference: online.reference, amount: { minor, currency } });
  if (different === 'reference') {
    // An answer about another payment: nothing is known about this one.
    await openReview(tx, online, 'reference', answer);
    return { status: online.status, said: online.said };
  }
  if (different || (!order && !areThere(students))) {
    await openReview(tx, online, different ?? 'late', answer);
    return { status: 'review', said: answer.status, providerId: answer.providerId };
  }
  const waiting = payment.status === 'pending' ? payment : await reopenPending(tx, payment);
  const [items, day] = await Promise.all([
    itemsOf(tx, online),
    moneyDay(tx, institutionId, answer.paidAt, online.createdAt),
    closeReviews(tx, online, `Credited: ${providers[provider]} reported the expected payment.`),
    notifyOfPayment(tx, actor, online),
  ]);
  if (order) {
    await settleOrder(tx, actor, { secret, order, payment: waiting, day });
    return { status: 'paid', said: answer.status, providerId: answer.providerId };
  }
  const wanted = items.map((item) => ({ invoiceId: item.invoiceId!, amount: item.amount }));
  await settleWithCommit(tx, actor, waiting, day, wanted);
  return { status: 'paid', said: answer.status, providerId: answer.providerId };
}

/** Whether another attempt to pay the same order is under way. */
async function isWaiting(tx: Tx, { institutionId, orderId, id }: OnlinePayment): Promise<boolean> {
  const rows = await query(
    tx,
    sql`select from online_payments where institution_id = ${institutionId} and order_id = ${orderId}::bigint
      and id <> ${id}::bigint and status in ('recorded', 'starting', 'open')`,
  );
  return rows.length > 0;
}

const itemsOf = (tx: Tx, { institutionId, id }: OnlinePayment) =>
  prepareOnce(
    tx
      .select({ invoiceId: onlinePaymentItems.invoiceId, amount: onlinePaymentItems.amount })
      .from(onlinePaymentItems)
      .where(and(eq(onlinePaymentItems.institutionId, institutionId), eq(onlinePaymentItems.onlinePaymentId, id)))
      .orderBy(asc(onlinePaymentItems.invoiceId)),
  );

/** How long a provider is asked about a payment that it has not confirmed. */
const askForHours = 72;

/** After this, one that nobody paid counts as given up; it is still credited if the money comes later. */
const giveUpAfterHours = 2;

/** Minutes until the provider is asked again, by how often it has been. */
const pauses = [1, 1, 2, 3, 5, 10, 15, 30, 60, 120];

/** When to ask again; null once three days have passed. */
function nextCheck({ checks, createdAt }: { checks: number; createdAt: Date }, now = Date.now()): Date | null {
  const next = now + pauses[Math.min(checks, pauses.length - 1)]! * 60_000;
  const last = createdAt.getTime() + askForHours * 3_600_000;
  if (now >= last) return null;
  return new Date(Math.min(next, last));
}

/** The students of a payment, locked by id, before the payment itself. */
export async function lockPayers(tx: Tx, institutionId: number, paymentId: number) {
  const rows = await query<{ id: number; isMerged: boolean }>(tx)`
    select s.id, s.merged_into_id is not null as "isMerged" from students s
    where s.institution_id = ${institutionId} and s.id in (
      select p.student_id from payment_shares p where p.institution_id = ${institutionId} and p.payment_id = ${paymentId})
    order by s.id for no key update of s`;
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** Whether their accounts can still take money; a merged record has none. */
export const areThere = (students: { isMerged: boolean }[]): boolean =>
  students.length > 0 && students.every(({ isMerged }) => !isMerged);
