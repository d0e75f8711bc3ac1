import { eq, and, desc } from 'drizzle-orm';
import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import { type Tx, type Db, query } from '#kernel/database.ts';
import { NotFound, ValidationError, TooMany, Conflict } from '#kernel/errors.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { formatMoney } from '#kernel/money.ts';
import { optionalPersonName } from '#kernel/person-name.ts';
import { phoneField, readPhones } from '#kernel/phone.ts';
import { id, optionalEmail, choice } from '#kernel/schemas.ts';
import { type OrderKey, orderCode, lockOrder } from '#features/online/orders/order-code.ts';
import { orderNumber, isPayable, orderKinds } from '#features/online/orders/orders.ts';
import { createPinOrder, type Buyer, createFeeOrder, reopenOrder } from '#features/online/orders/sale/orders.ts';
import type { Visitor } from '#features/online/orders/sale/sell.ts';
import { canPayOnline } from '../settings/save-keys.ts';
import { systemActor, type Actor } from '#kernel/actor.ts';
import { describeOrder } from '#features/online/orders/buyer/describe-order.ts';
import type { Order } from '#features/online/orders/orders.schema.ts';
import { onlinePayments } from '../gateways.schema.ts';
import { moneyDay } from '../online/receive-transfer.ts';
import { whereOnline, type OnlinePayment } from '../online/plan-payment.ts';
import { recordAttempt, type ClaimedPayment } from '../online/pay-online.ts';
import { lockOwn, type OwnKey } from '#features/admission/admissions/public/open-application.ts';
import { countOf, money } from '#ui/format.ts';
import type { BuyerView } from '#features/online/orders/buyer/buyer-view.queries.ts';
import type { OnlineStatus } from '../gateways.ts';

const many = 'Enter how many pins you want to buy.';

/** What a visitor sends. Prices are ours: one that the form may send is not read. */
export const BuyPins = z
  .object({
    // Nobody has asked yet whether it exists: larger numbers fit no column.
    institution_id: id.max(2_147_483_647, 'Reload the page and try again.'),
    kind_id: id,
    quantity: z.coerce.number({ error: many }).int(many).min(1, many).max(100, 'Buy up to 100 pins at once.'),
    buyer_name: optionalPersonName(150, 'Your name'),
    buyer_email: optionalEmail,
    buyer_phone: phoneField,
  })
  .refine(({ buyer_email, buyer_phone }) => buyer_email !== null || buyer_phone !== null, {
    path: ['buyer_email'],
    message: 'Enter an e-mail address or a phone number, so that we can send you the pins.',
  });

/** How many orders a buyer may leave unpaid: each one reserves pins. */
const mostOpen = 3;

/** Orders pins for somebody without an account. They are reserved while the order is open. */
export async function buyPins(
  tx: Tx,
  { origin, visitor }: { origin: string; visitor: Visitor },
  input: z.output<typeof BuyPins>,
): Promise<OrderKey> {
  const { institution_id: institutionId, kind_id: kindId, quantity } = input;
  const [institution] = await tx
    .select({ countryId: institutions.countryId })
    .from(institutions)
    .where(eq(institutions.id, institutionId));
  if (!institution) throw new NotFound('institution');
  if (!(await canPayOnline(tx, institutionId)))
    throw new ValidationError('form', 'Online payment is off. Please buy your pin at the school office.');
  const { buyer_phone: phone } = readPhones(input, institution.countryId ?? 'NG', 'buyer_phone');
  const buyer = { name: input.buyer_name, email: input.buyer_email, phone };
  const waiting = await openOrders(tx, institutionId, buyer);
  // A press twice, or an answer that was lost on the way: the same order again.
  const same = waiting.find((order) => order.isRecent && order.kindId === kindId && order.quantity === quantity);
  if (same) return { institutionId, orderId: same.id };
  if (waiting.length >= mostOpen)
    throw new TooMany(1800, 'You have orders that are not paid yet. Pay one of them, or wait half an hour.');
  const order = await createPinOrder(tx, { institutionId, kindId, quantity, buyer, origin, visitor });
  await record(tx, buyerActor(institutionId), 'orders.create', {
    institutionId,
    summary: `ordered pins for ${formatMoney({ minor: order.amount, currency: order.currency })}, ${orderNumber(order.number)}`,
    subject: { type: 'order', id: order.id },
  });
  return { institutionId, orderId: order.id };
}

async function openOrders(tx: Tx, institutionId: number, { email, phone }: Buyer) {
  const rows = await query<{ id: number; kindId: number; quantity: number; isRecent: boolean }>(tx)`
    select id, pin_kind_id as "kindId", quantity, created_at > now() - interval '1 minute' as "isRecent" from orders
    where institution_id = ${institutionId} and status = 'created' and kind = 'pins'
      and (buyer_email = ${email} or buyer_phone = ${phone})`;
  return rows.map((row) => ({ ...row, id: Number(row.id), kindId: Number(row.kindId) }));
}

/** Buyers act without an account; the audit log says so. */
const buyerActor = (institutionId: number): Actor => systemActor(institutionId, 'Buyer');

/** How long an attempt whose page is known is used again. */
const sameAttemptMinutes = 10;

/**
 * Gets an order ready to be paid and claims the start of a payment: the attempt of a moment ago, or a new one. An order
 * that expired is opened again, if there is still stock.
 */
export async function payOrder(tx: Tx, visitor: Visitor, key: OrderKey): Promise<ClaimedPayment> {
  const { secret } = visitor;
  const { institutionId, orderId } = key;
  const order = await lockOrder(tx, institutionId, orderId);
  if (!order) throw new NotFound('order');
  if (!isPayable(order.status))
    throw new ValidationError('form', 'This order has been paid. You don’t need to pay again.');
  const last = await lastAttempt(tx, key);
  const isFresh = last && Date.now() - last.createdAt.getTime() < sameAttemptMinutes * 60_000;
  if (order.status === 'created' && isFresh && last.status === 'open' && last.page)
    return claimed(secret, order, last, false);
  await reopenOrder(tx, order, visitor);
  const id = await recordAttempt(tx, buyerActor(institutionId), secret, institutionId, {
    amount: order.amount,
    currency: order.currency,
    day: await moneyDay(tx, institutionId, null, null),
    payerName: order.buyerName,
    payerContact: order.buyerEmail ?? order.buyerPhone,
    shares: [],
    note: await describeOrder(tx, order),
    accountId: null,
    orderId,
  });
  const [payment] = await tx
    .update(onlinePayments)
    .set({ status: 'starting' })
    .where(whereOnline({ institutionId, id }))
    .returning();
  return claimed(secret, order, payment!, true);
}

const claimed = (secret: Buffer, order: Order, payment: OnlinePayment, isClaimed: boolean): ClaimedPayment => ({
  payment,
  isClaimed,
  email: order.buyerEmail,
  name: order.buyerName ?? 'Buyer',
  returnTo: `/orders/${orderCode(secret, { institutionId: order.institutionId, orderId: order.id })}`,
});

/** The latest attempt to pay an order. */
export async function lastAttempt(db: Db, { institutionId, orderId }: OrderKey): Promise<OnlinePayment | undefined> {
  const [row] = await db
    .select()
    .from(onlinePayments)
    .where(and(eq(onlinePayments.institutionId, institutionId), eq(onlinePayments.orderId, orderId)))
    .orderBy(desc(onlinePayments.id))
    .limit(1);
  return row;
}

/** What the page of an application sends: the code is the key, the amount is ours. */
export const PayFee = z.object({
  /** The site's own part of its address. */
  institution: z.string().max(80),
  code: z.string().max(40),
  kind: choice({ application: 'Application fee', acceptance: 'Acceptance fee' }),
});

/** The order of an application's fee, a new one or the one that waits for its payment. */
export async function orderFee(
  tx: Tx,
  key: OwnKey,
  { kind, origin }: { kind: 'application' | 'acceptance'; origin: string },
): Promise<OrderKey> {
  const { institutionId } = key;
  // Two clicks make one order.
  const { application, intake } = await lockOwn(tx, key);
  const amount = kind === 'application' ? intake.applicationFee : intake.acceptanceFee;
  const isDue =
    kind === 'application'
      ? application.status === 'draft' && application.feePaidAt === null
      : application.status === 'offered' && application.acceptancePaidAt === null;
  if (!isDue || amount === 0) throw new Conflict('There is nothing to pay at the moment. Reload the page.');
  if (!(await canPayOnline(tx, institutionId)))
    throw new ValidationError('form', 'Online payment is off. Please pay at the school office.');
  const order = await createFeeOrder(tx, {
    institutionId,
    applicationId: application.id,
    kind,
    amount,
    origin,
    buyer: {
      name: `${application.firstName} ${application.surname}`,
      email: application.email,
      phone: application.phone,
    },
  });
  return { institutionId, orderId: order.id };
}

/** What is known of an order. */
export interface KnownOrder {
  order: BuyerView;
  /** The latest attempt to pay. */
  online: { status: OnlineStatus; said: string | null; isTest: boolean } | null;
  /** Whether the school takes payments online. */
  isOnline: boolean;
}

interface OrderMessage {
  title: string;
  text: string;
  /** The button that opens the payment page. */
  pay?: string;
}

/** Says truly where an order is, and what its buyer can do. */
export function orderMessage({ order, online, isOnline }: KnownOrder): OrderMessage {
  const { status, problem, amount, currency, quantity, kind } = order;
  const sum = money(amount, currency);
  const pins = countOf(quantity, 'pin');
  const atOffice = isOnline ? '' : ' Online payment is switched off at the moment. Please ask the school office.';
  switch (status) {
    case 'fulfilled':
      return kind === 'pins'
        ? {
            title: quantity === 1 ? 'Here is your pin' : `Here are your ${pins}`,
            text: `Don’t share this page: anyone with the link can see the pins.${order.isSent ? ' We have sent you the link too.' : ''}`,
          }
        : { title: `${orderKinds[kind]} paid. Thank you.`, text: 'The school has your payment.' };
    case 'refunded':
      return problem === 'sold_out'
        ? {
            title: 'Sold out before your payment arrived',
            text: `The last pins were sold while you were paying. The school owes you ${sum} and has been notified. Show this page at the school office.`,
          }
        : { title: 'This order was refunded', text: `The school owes you ${sum}, or has paid it back already.` };
    case 'paid':
      if (problem === 'sold_out')
        return {
          title: 'Paid. You get the next pins',
          text: `We have received ${sum}, but the last pins were sold before your payment arrived. Buyers who have paid come first: as soon as there are pins, this page shows yours.${order.isSent ? ' We’ll send you the link again then.' : ''} Don’t pay again. If you’d rather have your money back, show this page at the school office.`,
        };
      return {
        title: 'Paid. The school is reviewing it',
        text: `We have received ${sum}. The school has been notified and will contact you. Don’t pay again.`,
      };
    case 'expired':
      return {
        title: 'This order has expired',
        text: `The order wasn’t paid in time${kind === 'pins' ? `, so the ${quantity === 1 ? 'pin is' : 'pins are'} no longer reserved` : ''}. If you have paid, leave this page open or come back later: it shows when the money arrives.${atOffice}`,
        pay: `Pay ${sum} now`,
      };
    case 'failed':
      return {
        title: 'The payment failed',
        text: `Nothing was received. If your bank shows a debit anyway, we’ll credit it once it’s confirmed.${atOffice}`,
        pay: 'Try again',
      };
    case 'created':
      return waiting(online, { sum, problem, atOffice });
  }
}

function waiting(
  online: KnownOrder['online'],
  { sum, problem, atOffice }: { sum: string; problem: string | null; atOffice: string },
): OrderMessage {
  if (online?.status === 'review')
    return {
      title: 'The school is reviewing your payment',
      text: `Something other than ${sum} was received. The school will decide, and you’ll see it here. Don’t pay again.`,
    };
  if (problem === 'another_amount')
    return {
      title: 'A different amount was received',
      text: `The school owes you what you paid and has been notified. This order still costs ${sum}.${atOffice}`,
      pay: `Pay ${sum}`,
    };
  const isUnderWay = (online?.status === 'open' || online?.status === 'starting') && online.said === 'pending';
  if (isUnderWay)
    return {
      title: 'We’re waiting for your bank',
      text: 'This page checks automatically and shows when the money arrives. You can also close it; nothing is lost.',
    };
  if (online?.status === 'starting' && online.said)
    return {
      title: 'The payment page did not open',
      text: `Nothing has been paid. Try again in a moment, or ask the school office.${atOffice}`,
      pay: `Pay ${sum}`,
    };
  return {
    title: 'Waiting for your payment',
    text: `Pay ${sum} to complete your order. If you have just paid, wait a moment: this page checks automatically.${atOffice}`,
    pay: `Pay ${sum}`,
  };
}
