import { countOf, money } from '#ui/format.ts';
import type { BuyerView } from '#features/online/orders/buyer/buyer-view.queries.ts';
import { orderKinds } from '#features/online/orders/orders.ts';
import type { OnlineStatus } from '../gateways.ts';

/** What is known of an order. */
export interface KnownOrder {
  order: BuyerView;
  /** The latest attempt to pay. */
  online: { status: OnlineStatus; said: string | null; isTest: boolean } | null;
  /** Whether the school takes payments online. */
  isOnline: boolean;
}

export interface Words {
  title: string;
  text: string;
  /** The button that opens the payment page. */
  pay?: string;
}

/** Says truly where an order is, and what its buyer can do. */
export function orderWords({ order, online, isOnline }: KnownOrder): Words {
  const { status, problem, amount, currency, quantity, kind } = order;
  const sum = money(amount, currency);
  const pins = countOf(quantity, 'pin');
  const atOffice = isOnline ? '' : ' Online payment is switched off at the moment. Please ask the school office.';
  switch (status) {
    case 'fulfilled':
      return kind === 'pins'
        ? {
            title: quantity === 1 ? 'Here is your pin' : `Here are your ${pins}`,
            text: `Keep this page to yourself: whoever has the link sees the pins.${order.isSent ? ' We have sent you the link too.' : ''}`,
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
        title: 'Paid. The school is looking at it',
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
        text: `Nothing was received. If your bank shows a debit all the same, it counts as soon as it is confirmed.${atOffice}`,
        pay: 'Try again',
      };
    case 'created':
      return waiting(online, { sum, problem, atOffice });
  }
}

function waiting(
  online: KnownOrder['online'],
  { sum, problem, atOffice }: { sum: string; problem: string | null; atOffice: string },
): Words {
  if (online?.status === 'review')
    return {
      title: 'The school is reviewing your payment',
      text: `Something other than ${sum} was received. The school will decide, and you’ll see it here. Don’t pay again.`,
    };
  if (problem === 'another_amount')
    return {
      title: 'Another amount was received',
      text: `The school owes you what you paid and has been notified. This order still costs ${sum}.${atOffice}`,
      pay: `Pay ${sum}`,
    };
  const isUnderWay = (online?.status === 'open' || online?.status === 'starting') && online.said === 'pending';
  if (isUnderWay)
    return {
      title: 'We’re waiting for your bank',
      text: 'This page checks by itself and shows when the money arrives. You can also close it: nothing gets lost.',
    };
  if (online?.status === 'starting' && online.said)
    return {
      title: 'The payment page did not open',
      text: `Nothing has been paid. Try again in a moment, or ask the school office.${atOffice}`,
      pay: `Pay ${sum}`,
    };
  return {
    title: 'Waiting for your payment',
    text: `Pay ${sum} to complete your order. If you have just paid, wait a moment: this page checks by itself.${atOffice}`,
    pay: `Pay ${sum}`,
  };
}
