import { formatDay } from '#kernel/dates.ts';
import { money } from '#ui/format.ts';
import { orderKinds, orderNumber } from '#features/online/orders/orders.ts';
import { secretText, serialText } from '#features/money/pins/pins.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';
import { resultAddresses } from '#features/results/results/public/addresses.ts';
import type { Visit } from '#features/school/site/public/react-pages.ts';
import type { OrderProps } from '../gateways.pages.ts';
import { orderWords, type KnownOrder } from './order-words.ts';

export const orderAddress = (code: string) => `/orders/${code}`;

/** The buyer's page in words. */
export function orderProps(known: KnownOrder, code: string, csrf: string, { place, site, to }: Visit): OrderProps {
  const { isOnline, online, order } = known;
  const { amount, currency, pinType, quantity, receipt, status, unitPrice } = order;
  const { pay, ...words } = orderWords(known);
  const name = order.pinName ?? orderKinds[order.kind];
  const isUsable = !place.isAlone;
  const isResult = pinType === 'result';
  return {
    csrf,
    values: {},
    errors: {},
    message: null,
    ...words,
    status,
    action: `${orderAddress(code)}/pay`,
    check: `${orderAddress(code)}/check`,
    pay: (isOnline && pay) || null,
    isWaiting: (online?.status === 'open' || online?.status === 'starting') && status !== 'fulfilled',
    isTest: online?.isTest ?? false,
    pinName: order.pinName,
    pins: order.pins.map(({ expiresOn, lastFour, secret, serial, status: state }) => ({
      serial: serialText(serial),
      isOver: state === 'used' || state === 'void',
      secret: secret ? secretText(secret) : `•••• •••• ${lastFour ?? '••••'}`,
      note: pinNotes[state] ?? `Valid until ${formatDay(expiresOn)}`,
      use: secret && isUsable ? withPin(isResult ? resultAddresses(site.slug).form : to.apply(), serial, secret) : null,
    })),
    useLabel: isResult ? 'Open a result with it' : 'Use it in the application form',
    instructions: order.instructions,
    facts: [
      { label: 'Order', value: orderNumber(order.number) },
      { label: 'For', value: quantity > 1 ? `${quantity} × ${name}, ${money(unitPrice, currency)} each` : name },
      { label: 'Amount', value: money(amount, currency) },
      ...(receipt === null ? [] : [{ label: 'Receipt', value: receiptNumber(receipt) }]),
    ],
  };
}

/** Behind the address, which no server sees. */
const withPin = (address: string, serial: number, secret: string) => `${address}#pin=${serialText(serial)}-${secret}`;

const pinNotes: Record<string, string | undefined> = { used: 'Used', void: 'Void: replaced or refunded' };
