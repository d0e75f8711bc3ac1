import { moneyEvents } from '#features/money/invoices/invoices.events.ts';
import { declareEvent } from '#kernel/messages/events.ts';

const { money, invoice, common, notice } = moneyEvents;

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

export const balanceEvents = [feeDue, feeOverdue];
