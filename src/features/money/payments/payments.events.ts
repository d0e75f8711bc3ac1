import { moneyEvents } from '#features/money/invoices/invoices.events.ts';
import { declareEvent } from '#kernel/messages/events.ts';

const { money, common, notice } = moneyEvents;

export const paymentReceived = declareEvent({
  ...common,
  key: 'payments.received',
  subject: 'Payment received',
  notice,
  about: 'Within a few minutes of the receipt, with what is still owed.',
  fields: {
    amount: { label: 'Amount paid', sample: 'NGN 20,000.00', ...money },
    balance: { label: 'Balance', sample: 'NGN 25,000.00', ...money },
    day: { label: 'Day of the payment', sample: '20 Nov 2026' },
    receipt: { label: 'Receipt number', sample: 'RCT-000123' },
  },
  text: '{school} received {amount} for {student} on {day}. Receipt {receipt}. Balance {balance}. Thank you.',
});
