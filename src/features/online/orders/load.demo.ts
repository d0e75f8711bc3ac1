import type { DemoStep, DemoInstitution } from '#web/feature.ts';
import { randomBytes } from 'node:crypto';
import { and, eq, sql, type SQLWrapper } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { addDays, today } from '#kernel/dates.ts';
import type { DemoBuyer } from '#features/admission/admissions/admissions.demo.ts';
import { applications } from '#features/admission/admissions/admissions.schema.ts';
import { insertPinKinds } from '#features/money/pins/pins.demo.ts';
import { pins } from '#features/money/pins/pins.schema.ts';
import { payments } from '#features/money/payments/payments.schema.ts';
import { lockPayment, recordPending } from '#features/money/payments/receive-payment.ts';
import { refundOrder } from './office/refund-order.ts';
import { describeOrder } from './buyer/describe-order.ts';
import { lockOrder, whereOrder } from './order-code.ts';
import { orders, type Order } from './orders.schema.ts';
import { settleOrder, endOrder, createPinOrder, type Buyer, createFeeOrder } from './sale/orders.ts';

const origin = 'http://127.0.0.1:3000';

/** Pins bought by applicants, acceptance fees, and orders that nobody paid. */
async function insertOrders(tx: Tx, secret: Buffer, place: DemoInstitution): Promise<void> {
  const { id: institutionId, acceptances, pinApplicants } = place;
  const actor = systemActor(institutionId, 'Demonstration');
  const { form, result } = await insertPinKinds(tx, secret, place);
  for (const buyer of pinApplicants) {
    const order = await createPinOrder(tx, { institutionId, kindId: form!, quantity: 1, buyer, origin, visitor: null });
    await pay(tx, secret, order, buyer.daysAgo + 1);
    await spendPin(tx, order, buyer);
  }
  for (const { amount, ...buyer } of acceptances) {
    const fee = { institutionId, applicationId: buyer.id, kind: 'acceptance' as const, amount, buyer, origin };
    await pay(tx, secret, await createFeeOrder(tx, fee), 2);
  }
  const others: Buyer[] = ['Bimpe Ogunlana', 'Musa Tanko', 'Grace Okoro', 'Sani Bello'].map((name, at) => ({
    name,
    email: `${name.split(' ')[0]!.toLowerCase()}@example.ng`,
    phone: `+23491900001${at}0`,
  }));
  for (const [at, buyer] of others.entries()) {
    const kindId = form ?? result;
    const wanted = { institutionId, kindId, quantity: at + 1, buyer, origin, visitor: null };
    const order = await createPinOrder(tx, wanted);
    if (at === 0) {
      await pay(tx, secret, order, 3);
      await refundOrder(tx, actor, order.id, { reason: 'Bought by mistake' }, { isApproved: true });
    } else if (at < 3) await endOrder(tx, order, at === 1 ? 'expired' : 'failed');
    if (at > 0) await backdate(tx, order, at === 3 ? 0 : at + 1);
  }
}

/** Paid in the test gateway, so many days ago. */
async function pay(
  tx: Tx,
  secret: Buffer,
  { institutionId, id, amount, buyerName, buyerEmail }: Order,
  daysAgo: number,
) {
  const actor = systemActor(institutionId, 'Demonstration');
  const day = addDays(today('Africa/Lagos'), -daysAgo);
  const order = (await lockOrder(tx, institutionId, id))!;
  const paymentId = await recordPending(tx, actor, institutionId, {
    channel: 'gateway',
    provider: 'test',
    isTest: true,
    amount,
    day,
    orderId: id,
    shares: [],
    reference: `DEMO-${institutionId}-${randomBytes(6).toString('hex').toUpperCase()}`,
    payerName: buyerName,
    payerContact: buyerEmail,
    note: await describeOrder(tx, order),
  });
  const payment = (await lockPayment(tx, institutionId, paymentId))!;
  await settleOrder(tx, actor, { secret, order, payment, day });
  const at = sql`${day}::date + interval '9 hours'`;
  await tx
    .update(payments)
    .set({ receivedAt: at as never, createdAt: at as never })
    .where(hasKey(payments, institutionId, paymentId));
  await backdate(tx, order, daysAgo);
}

const backdate = (tx: Tx, order: Pick<Order, 'institutionId' | 'id'>, days: number) => {
  const at = sql`now() - make_interval(days => ${days}::int)`;
  const ifSet = (column: SQLWrapper) => sql`case when ${column} is not null then ${at} end` as never;
  return tx
    .update(orders)
    .set({ createdAt: at as never, paidAt: ifSet(orders.paidAt), fulfilledAt: ifSet(orders.fulfilledAt) })
    .where(whereOrder(order));
};

/** The applicant has begun with the pin of the order. */
async function spendPin(tx: Tx, { institutionId, id }: Order, buyer: DemoBuyer): Promise<void> {
  const [pin] = await tx
    .update(pins)
    .set({
      status: 'used',
      applicationId: buyer.id,
      sealed: null,
      usedAt: sql`now() - make_interval(days => ${buyer.daysAgo}::int)` as never,
    })
    .where(and(eq(pins.institutionId, institutionId), eq(pins.orderId, id)))
    .returning({ id: pins.id });
  await tx
    .update(applications)
    .set({ pinId: pin!.id })
    .where(hasKey(applications, institutionId, buyer.id));
}

/** After the applications that they are for, and after the payments of fees. */
export const steps: DemoStep[] = [
  {
    place: 112,
    async load(tx, { school, college, secret }) {
      await insertOrders(tx, secret, school);
      await insertOrders(tx, secret, college);
    },
  },
];
