import { z } from 'zod';
import { amount, checkbox, choice, emptyIsNull, id, line, optionalDay, optionalLine } from '#kernel/schemas.ts';
import { channels, counterChannels } from '#features/money/ledger/channels.ts';

const counterChannelNames = Object.fromEntries(counterChannels.map((key) => [key, channels[key]])) as Record<
  (typeof counterChannels)[number],
  string
>;

/** What one child gets: parts of invoices, with what the cashier saw as open; the rest of the amount is credit. */
const ShareOf = z.object({
  student_id: id,
  amount: amount(),
  allocations: z
    .array(z.object({ invoice_id: id, amount: amount(), open: amount('The outstanding amount') }))
    .max(300)
    .default([]),
});
export type WantedShare = z.infer<typeof ShareOf>;

const Shares = z.array(ShareOf).min(1, 'Choose what this pays.').max(30);

/** References are kept in capitals, so that one is found however it is typed. */
const reference = emptyIsNull(line(100, 'The reference').transform((text) => text.toUpperCase()));

export const TakePayment = z
  .object({
    /** The child whose family pays. */
    student_id: id,
    shares: Shares,
    channel: choice(counterChannelNames),
    reference,
    /** Confirmed: a different payment with the same reference or amount. */
    reference_again: checkbox,
    payer_name: optionalLine(150, 'The payer’s name'),
    payer_contact: optionalLine(200, 'The payer’s phone or e-mail'),
    note: optionalLine(300, 'The note'),
    cheque_bank: optionalLine(80, 'The bank'),
    cheque_date: optionalDay,
    /** Today unless the money came earlier. */
    day: optionalDay,
  })
  .superRefine(({ channel, reference: given, cheque_bank }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (channel === 'transfer' && given === null) refuse('reference', 'Enter the reference of the transfer.');
    if (channel === 'cheque' && given === null) refuse('reference', 'Enter the number of the cheque.');
    if (channel === 'cheque' && cheque_bank === null) refuse('cheque_bank', 'Enter the bank of the cheque.');
  });
export type TakePaymentInput = z.infer<typeof TakePayment>;
