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
/** What the events about money have in common. */
export const moneyEvents = { money, invoice, common, notice };

/** Announced by jobs a little later, so that no counter waits: features/messages/contact/jobs. */
export const invoiceIssued = declareEvent({
  ...common,
  key: 'fees.invoice',
  notice,
  subject: 'New invoice: {title}',
  about: 'Within a few minutes of billing. Cancelled invoices are excluded.',
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

export const invoiceEvents = [invoiceIssued, invoicesCorrected];
