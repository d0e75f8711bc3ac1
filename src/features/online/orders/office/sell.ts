import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { runWithCommit } from '#kernel/database/transaction.ts';
import { today } from '#kernel/dates.ts';
import { NotFound, ValidationError, orNotFound } from '#kernel/errors.ts';
import { formatMoney } from '#kernel/money.ts';
import { readPhones } from '#kernel/phone.ts';
import { askAboutDuplicates, findDuplicates } from '#features/money/bank/suspense/identify.ts';
import { holdOpenDay } from '#features/money/cashier/days/open-day.ts';
import { pinSellers } from '#features/money/pins/pins.schema.ts';
import { lockCards, sellCards } from '#features/money/pins/sale/sell-cards.ts';
import { receiveAtCounter } from '#features/money/payments/receive-payment.ts';
import { countOf } from '#ui/format.ts';
import { orderText } from '../buyer/describe-order.ts';
import { whereOrder } from '../order-code.ts';
import { orders } from '../orders.schema.ts';
import { saleChannels } from '../orders.ts';
import { insertOrder, kindOnSale } from '../sale/orders.ts';
import { fulfil, pinsOwed, stockOf, soldOut } from '../sale/sell.ts';
import { reservePins } from '#features/money/pins/sale/reserve-pins.ts';
import type { SellPinsInput } from './sell-fields.ts';

/** Sells pins for cash, by POS or transfer, into the actor’s open day: order, payment and pins in one act. */
export async function sell(
  tx: Tx,
  actor: Actor,
  { secret, origin }: { secret: Buffer; origin: string },
  input: SellPinsInput,
): Promise<{ id: number; number: number }> {
  const { institution_id: institutionId, channel, reference } = input;
  allow(actor, 'payments.take', institutionId);
  const { currency, timeZone, countryId } = membershipIn(actor, institutionId)!;
  const seller = input.seller_id === null ? null : await sellerOf(tx, institutionId, input.seller_id);
  const { kind, quantity, range } = await whatIsSold(tx, input);
  if (kind.price === 0) throw new ValidationError('kind_id', 'This type of pin has no price. Enter one first.');
  const amount = kind.price * quantity;
  const isConfirmed = input.reference_again;
  const sought = { institutionId, studentIds: [], amount, channel, reference, isConfirmed };
  const referenceAgain = askAboutDuplicates(await findDuplicates(tx, sought), sought);
  const { buyer_phone: phone } = readPhones(input, countryId, 'buyer_phone');
  const payer = input.buyer_name ?? seller?.name ?? null;
  const order = await insertOrder(tx, origin, {
    institutionId,
    kind: 'pins',
    pinKindId: kind.id,
    quantity,
    unitPrice: kind.price,
    hasCards: range !== null,
    sellerId: seller?.id ?? null,
    accountId: actor.accountId,
    buyerName: payer,
    buyerEmail: input.buyer_email,
    buyerPhone: phone,
  });
  const of = { institutionId, orderId: order.id };
  if (range) await sellCards(tx, { ...of, ...range, sellerId: seller?.id ?? null });
  else {
    // Buyers who paid online after the last pin was sold come first.
    const left = (await stockOf(tx, institutionId, kind.id)) - (await pinsOwed(tx, institutionId, kind.id));
    if (left < quantity) throw soldOut(Math.max(left, 0));
    const reserved = await reservePins(tx, of, { kindId: kind.id, quantity });
    if (reserved < quantity) throw soldOut(reserved);
  }
  const cashierDayId = await holdOpenDay(tx, actor, institutionId);
  const day = today(timeZone);
  const note = orderText(order.number, quantity, kind.name);
  const { id: paymentId } = await receiveAtCounter(tx, actor, institutionId, {
    channel,
    reference,
    referenceAgain,
    amount,
    day,
    cashierDayId,
    orderId: order.id,
    shares: [],
    payerName: payer,
    payerContact: input.buyer_email ?? phone,
    note,
  });
  const paid = { status: 'paid', paymentId, paidAt: new Date() } as const;
  await tx.update(orders).set(paid).where(whereOrder(order));
  await fulfil(tx, actor, secret, { ...order, ...paid }, day);
  runWithCommit(tx, () =>
    record(tx, actor, 'orders.sell', {
      institutionId,
      summary: `sold ${countOf(quantity, 'pin')} “${kind.name}” for ${formatMoney({ minor: amount, currency })} (${saleChannels[channel].toLowerCase()})`,
      subject: { type: 'order', id: order.id },
      details: { payment: paymentId, ...(range && { serials: range }), ...(seller && { seller: seller.name }) },
    }),
  );
  return order;
}

/** The kind with its price, and how many: of the stock, or of the cards in a range. */
async function whatIsSold(tx: Tx, input: SellPinsInput) {
  const { institution_id: institutionId, how, first_serial: first } = input;
  if (how === 'slip') {
    const kind = await kindOnSale(tx, institutionId, input.kind_id!);
    if (!kind) throw new NotFound('type of pin');
    return { kind, quantity: input.quantity, range: null };
  }
  const range = { first: first!, last: input.last_serial ?? first! };
  const cards = await lockCards(tx, { institutionId, ...range });
  const kind = await kindOnSale(tx, institutionId, cards[0]!.kindId);
  if (!kind) throw new ValidationError('first_serial', 'This type of pin is archived. Restore it to sell its cards.');
  return { kind, quantity: cards.length, range };
}

async function sellerOf(tx: Tx, institutionId: number, id: number) {
  const [seller] = await tx
    .select({ id: pinSellers.id, name: pinSellers.name })
    .from(pinSellers)
    .where(hasKey(pinSellers, institutionId, id));
  return orNotFound(seller, 'seller');
}
