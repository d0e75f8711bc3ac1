import { declareEvent, type MessageEvent } from '#kernel/messages/events.ts';

const money = { needs: 'fees.view' };
const invoice = {
  title: { label: 'What it is for', sample: 'School fees' },
  due: { label: 'Due date', sample: '15 Jan 2027' },
};
const common = {
  group: 'fees',
  audiences: ['guardian', 'student'],
  channels: ['sms', 'email', 'notice'],
  isMoney: true,
} satisfies Partial<MessageEvent>;
const notice = { body: 'See it under My fees.', href: '/my-fees' };

/** Announced by jobs a little later, so that no counter waits: features/contact/jobs. */
export const invoiceIssued = declareEvent({
  ...common,
  key: 'fees.invoice',
  notice,
  subject: 'New invoice: {title}',
  about: 'Within a few minutes of billing. Cancelled invoices are left out.',
  fields: {
    ...invoice,
    amount: { label: 'Amount', sample: 'NGN 45,000.00', ...money },
    invoice: { label: 'Invoice number', sample: 'INV-000123' },
  },
  text: '{school}: {title} of {amount} for {student} is due on {due}. {invoice}',
});

export const invoicesCorrected = declareEvent({
  ...common,
  key: 'fees.corrected',
  notice,
  subject: 'Correction of {title}',
  about: 'Once for each student, within a few minutes of correcting invoices together, and again if it is undone.',
  fields: {
    title: invoice.title,
    change: { label: 'Change', sample: 'NGN 5,000.00 less', ...money },
    balance: { label: 'Balance', sample: 'NGN 25,000.00', ...money },
  },
  text: '{school} corrected {title} for {student}: {change}. Balance {balance}.',
});

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

export const feeDue = declareEvent({
  ...common,
  key: 'fees.due',
  notice,
  subject: '{title} is due on {due}',
  about: 'Once for each instalment, as many days before as you choose.',
  fields: { ...invoice, amount: { label: 'Amount due', sample: 'NGN 25,000.00', ...money } },
  text: '{school}: {amount} of {title} for {student} is due on {due}.',
});

export const feeOverdue = declareEvent({
  ...common,
  key: 'fees.overdue',
  notice,
  subject: '{title} was due on {due}',
  about: 'Once for each instalment, as many days after as you choose.',
  fields: { ...invoice, amount: { label: 'Amount overdue', sample: 'NGN 25,000.00', ...money } },
  text: '{school}: {amount} of {title} for {student} was due on {due}. Please pay. If you have paid, thank you.',
});

export const receivableEvents = [invoiceIssued, invoicesCorrected, paymentReceived, feeDue, feeOverdue];
