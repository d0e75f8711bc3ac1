import { z } from 'zod';
import { checkbox, choice, emptyIsNull, id, line, optionalLine, optionalEmail } from '#kernel/schemas.ts';
import { saleChannels } from '../orders.ts';
import { typedSerial } from '#features/money/pins/sellers/sellers.ts';

const mostAtCounter = 100;
const many = `Enter a number from 1 to ${mostAtCounter}.`;

/** A sale at the office: pins printed on a slip, or cards that are printed already. A price is never taken from a form. */
export const SellPins = z
  .object({
    institution_id: id,
    how: choice({ slip: 'Printed slip', cards: 'Printed cards' }),
    kind_id: emptyIsNull(id),
    quantity: z.preprocess(
      (value) => (value === '' || value === undefined ? 1 : value),
      z.coerce.number({ error: many }).int(many).min(1, many).max(mostAtCounter, many),
    ),
    first_serial: emptyIsNull(typedSerial),
    last_serial: emptyIsNull(typedSerial),
    /** Cards that this seller has sold, and pays for now. */
    seller_id: emptyIsNull(id),
    channel: choice(saleChannels),
    reference: emptyIsNull(line(100, 'The reference').transform((text) => text.toUpperCase())),
    reference_again: checkbox,
    buyer_name: optionalLine(150, 'The buyer’s name'),
    buyer_phone: optionalLine(30, 'The phone number'),
    buyer_email: optionalEmail,
  })
  .superRefine(({ how, kind_id, first_serial, channel, reference }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (how === 'slip' && kind_id === null) refuse('kind_id', 'Choose a type of pin.');
    if (how === 'cards' && first_serial === null) refuse('first_serial', 'Enter the serial number of the first card.');
    if (channel === 'transfer' && reference === null) refuse('reference', 'Enter the reference of the transfer.');
  });
export type SellPinsInput = z.output<typeof SellPins>;
